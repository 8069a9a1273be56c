import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

type Documentation = { docsDir: string; policy: Record<string, string> }

/** Serves the built pages for websites' developers at /docs; without them there is none. */
export async function serveDocumentation(app: FastifyInstance, { docsDir, policy }: Documentation): Promise<void> {
  if (!existsSync(join(docsDir, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: docsDir,
    prefix: '/docs/',
    wildcard: false,
    redirect: true,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.headers({ ...policy, 'cache-control': 'no-cache' }),
  })
}
