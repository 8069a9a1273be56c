import { AppError } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'

export type AppIdentity = {
  /** Team and bundle id: "ABCDE12345.example.avouch.app". */
  ios: string | undefined
  android: { packageName: string; sha256: readonly string[] } | undefined
}

/** Links that the app opens: the QR code's, and the one of a visit on the phone itself. */
const IOS_COMPONENTS = [{ '/': '/a/*' }, { '/': '/', '?': { mintid: '?*' } }]
const MAX_AGE_SECONDS = 3_600

/** Lets the app open our links on iOS and Android. Without settings the files are not found. */
export function addAppAssociation(app: FastifyInstance, { ios, android }: AppIdentity): void {
  const files: Record<string, unknown> = {
    '/.well-known/apple-app-site-association':
      ios === undefined ? undefined : { applinks: { details: [{ appIDs: [ios], components: IOS_COMPONENTS }] } },
    '/.well-known/assetlinks.json':
      android === undefined
        ? undefined
        : [
            {
              relation: ['delegate_permission/common.handle_all_urls'],
              target: {
                namespace: 'android_app',
                package_name: android.packageName,
                sha256_cert_fingerprints: android.sha256,
              },
            },
          ],
  }
  for (const [path, file] of Object.entries(files))
    app.get(path, async (_request, reply) => {
      if (file === undefined) throw new AppError('not_found')
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`).type('application/json; charset=utf-8')
      return JSON.stringify(file)
    })
}
