import type { FastifyInstance } from 'fastify'

export type ServedPicture = { path: string; type: string; bytes: Buffer }

/** The operator's logo and icon, under names that change with them. */
export function addPictures(app: FastifyInstance, pictures: readonly ServedPicture[]): void {
  for (const { path, type, bytes } of new Map(pictures.map((picture) => [picture.path, picture])).values())
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(bytes),
    )
}
