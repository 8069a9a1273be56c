import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

type Documentation = { docsDir: string; policy: Record<string, string> }

/** Serves the built pages for websites' developers at /docs; without a build nothing. */
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
    acceptRanges: false,
    setHeaders: (reply) => void reply.headers({ ...policy, 'cache-control': 'no-cache' }),
  })
}

const COMPRESSED = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const encodings = new Negotiator({ supportedValues: ['br', 'gzip'] as const })

/** Serves a description of the API, made for the first who asks: it takes a quarter of the processor time of a start. */
export function serveDocument(app: FastifyInstance, path: string, write: () => object): void {
  let made: { etag: string; bodies: Record<string, Promise<Buffer>> } | undefined
  const make = () => {
    const text = Buffer.from(JSON.stringify(write()))
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    return { etag, bodies: { identity: Promise.resolve(text), br: COMPRESSED.br(text), gzip: COMPRESSED.gzip(text) } }
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: async ({ headers }, reply) => {
      const { etag, bodies } = (made ??= make())
      const encoding = encodings.negotiate(headers['accept-encoding'] ?? '') ?? 'identity'
      reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
      if (headers['if-none-match']?.includes(etag) === true) return reply.code(304).send()
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type('application/json; charset=utf-8').send(await bodies[encoding])
    },
  })
}
