import { AppError, LOGOS_PATH } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import type { CallLimits } from '../../modules/rate-limits/index.ts'
import type { Providers } from '../../modules/providers/index.ts'

/** An SVG that is opened by its address is a document: this policy lets it run and load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

type Deps = { providers: Providers; calls: CallLimits }

/** The logos that the operator gave the providers, each under a name that changes with it. */
export function addProviderLogos(app: FastifyInstance, { providers, calls }: Deps): void {
  app.get<{ Params: { file: string } }>(
    `${LOGOS_PATH}:file`,
    { onRequest: ({ client }) => calls.admit('logo', client) },
    async ({ params }, reply) => {
      const logo = await providers.readLogo(params.file)
      if (logo === undefined) throw new AppError('not_found')
      return reply
        .header('content-security-policy', POLICY)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(logo.type)
        .send(logo.bytes)
    },
  )
}
