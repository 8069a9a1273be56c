import type { Language } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Assets } from '../http/assets.ts'
import { requireOwnPost } from '../http/same-site.ts'
import { sendPage } from '../http/server.ts'
import type { Hits } from './hits.ts'
import { TrackerPage } from './tracker-page.tsx'

type Options = {
  hits: Hits
  assets: Assets
  languageOf: (request: FastifyRequest, reply: FastifyReply) => Language
}

const SHOWN = 100
const LONGEST = 500

const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name.slice(0, LONGEST), text.slice(0, LONGEST)]] : [],
    ),
  )

/** A Matomo server of the sandbox: its script, the place where it reports to, and a page that shows all of it. */
export function addTracker(app: FastifyInstance, { hits, assets, languageOf }: Options) {
  app.get('/tracker/matomo.js', async (_request, reply) => {
    const script = assets.get('tracker.js')
    if (script === undefined) return reply.code(404).send({ error: 'not_found' })
    return reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-cache')
      .type(script.type)
      .send(script.body)
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/tracker/matomo.php',
    handler: async (request, reply) => {
      const { headers } = request
      const forwarded = headers['x-forwarded-for']
      hits.take({
        fields: { ...texts(request.query), ...texts(request.body) },
        address: typeof forwarded === 'string' ? forwarded : request.ip,
        browser: headers['user-agent'] ?? '',
        cookies: headers.cookie ?? '',
        referrer: headers.referer ?? '',
      })
      return reply.header('cross-origin-resource-policy', 'cross-origin').code(204).send()
    },
  })

  app.get('/tracker/api/hits', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ hits: hits.latest() }),
  )

  app.get('/tracker', async (request, reply) =>
    sendPage(reply, <TrackerPage language={languageOf(request, reply)} hits={hits.latest().slice(0, SHOWN)} />),
  )

  app.post('/tracker/forget', { preHandler: requireOwnPost }, async (_request, reply) => {
    hits.forget()
    return reply.redirect('/tracker', 303)
  })
}
