import { AppError, HOUR_MS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { type Clock, later } from '../../platform/clock.ts'

export type AppIdentity = {
  /** Team and bundle id: "ABCDE12345.example.avouch.app". */
  ios: string | undefined
  android: { packageName: string; sha256: readonly string[] } | undefined
}

export type WellKnown = { mobileApp: AppIdentity; securityContact: string | undefined; publicUrl: string; clock: Clock }

/** Links that the app opens: the QR code's, and the one of a visit on the phone itself. */
const IOS_COMPONENTS = [{ '/': '/a/*' }, { '/': '/', '?': { mintid: '?*' } }]
const MAX_AGE_SECONDS = 3_600
/** RFC 9116 asks for less than a year. */
const CONTACT_LIFE_MS = 180 * 24 * HOUR_MS

const ofIos = ({ ios }: AppIdentity) =>
  ios === undefined ? undefined : { applinks: { details: [{ appIDs: [ios], components: IOS_COMPONENTS }] } }

const ofAndroid = ({ android }: AppIdentity) =>
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
      ]

/**
 * Files that phones and people look for below /.well-known/: which app may open our links on iOS and Android, and where a
 * weakness of this installation is reported (RFC 9116). Without their settings they are not found.
 */
export function addWellKnown(app: FastifyInstance, { mobileApp, securityContact, publicUrl, clock }: WellKnown): void {
  const serve = (path: string, type: string, write: () => string | undefined) =>
    app.get(path, async (_request, reply) => {
      const file = write()
      if (file === undefined) throw new AppError('not_found')
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`).type(type)
      return file
    })
  const json = 'application/json; charset=utf-8'
  serve('/.well-known/apple-app-site-association', json, () => JSON.stringify(ofIos(mobileApp)))
  serve('/.well-known/assetlinks.json', json, () => JSON.stringify(ofAndroid(mobileApp)))

  const expires = () => later(clock(), CONTACT_LIFE_MS).toISOString()
  serve('/.well-known/security.txt', 'text/plain; charset=utf-8', () =>
    securityContact === undefined
      ? undefined
      : [
          `Contact: ${securityContact}`,
          `Expires: ${expires()}`,
          'Preferred-Languages: en, de',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
  )
}
