import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

type Asset = { body: Buffer; type: string; etag: string }
export type Assets = ReadonlyMap<string, Asset>

const TYPES = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])

/** Reads style sheets, browser scripts and icons once. What is not in this map cannot be asked for. */
export function loadAssets(folder: string): Assets {
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const type = TYPES.get(extname(name))
      if (!type) return []
      const body = readFileSync(join(folder, name))
      return [[name, { body, type, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }]]
    }),
  )
}

/** Serves the assets under /assets/, to be revalidated: a new build shows at the next click. */
export function serveAssets(app: FastifyInstance, assets: Assets) {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const asset = assets.get(request.params.name)
    if (!asset) return reply.code(404).type('text/plain').send('Not found')
    reply.header('cache-control', 'no-cache').header('etag', asset.etag)
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
    return reply.type(asset.type).send(asset.body)
  })
}
