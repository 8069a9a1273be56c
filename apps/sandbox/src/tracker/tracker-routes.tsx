import type { FastifyInstance } from 'fastify'
import { addForms, addPages, fieldsOf, sendPage } from '../http/server.ts'
import { type Hit, takeHit } from './hits.ts'
import { TrackerPage } from './tracker-page.tsx'

const SHOWN = 100
const LONGEST = 500

const shortened = (sent: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(sent)).map(([name, text = '']) => [name.slice(0, LONGEST), text.slice(0, LONGEST)]),
  )

/** A Matomo server of the sandbox: its script, the address that it reports to, and a page that shows all of it. */
type Deps = { hits: Map<string, Hit>; clock: () => Date }

export function addTracker(app: FastifyInstance, { hits, clock }: Deps) {
  const latest = () => [...hits.values()].toReversed()
  addPages(app, {
    '/tracker': async (_fields, _request, reply) => sendPage(reply, <TrackerPage hits={latest().slice(0, SHOWN)} />),
    '/tracker/api/hits': async (_fields, _request, reply) =>
      reply.header('cache-control', 'no-store').send({ hits: latest() }),
    '/tracker/matomo.js': async (_fields, _request, reply) =>
      reply.header('cross-origin-resource-policy', 'cross-origin').sendFile('tracker.js'),
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/tracker/matomo.php',
    handler: async ({ headers, query, body, ip }, reply) => {
      const forwarded = headers['x-forwarded-for']
      const told = {
        fields: { ...shortened(query), ...shortened(body) },
        address: typeof forwarded === 'string' ? forwarded : ip,
        browser: headers['user-agent'] ?? '',
        cookies: headers.cookie ?? '',
        referrer: headers.referer ?? '',
      }
      takeHit(hits, told, clock())
      return reply.header('cross-origin-resource-policy', 'cross-origin').code(204).send()
    },
  })

  addForms(app, {
    '/tracker/forget': async (_fields, _request, reply) => {
      hits.clear()
      return reply.redirect('/tracker', 303)
    },
  })
}
