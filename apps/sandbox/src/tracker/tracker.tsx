import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { addForms, addPages, fieldsOf } from '../http/server.ts'
import { AppScreen, Entries, Entry } from '../phone/shell.tsx'
import { ButtonLink, PostButton } from '../ui/forms.tsx'
import { Card, P, Rows, useTexts } from '../ui/parts.tsx'
import { randomId } from '../webhook.ts'

const KEPT = 1_000
const SHOWN = 100
const LONGEST = 500

export const hit = z.object({
  id: z.string(),
  at: z.string(),
  /** The values that the script sent, by name. */
  fields: z.record(z.string(), z.string()),
  /** Added by the browser and the network. */
  address: z.string(),
  browser: z.string(),
  cookies: z.string(),
  referrer: z.string(),
})
export type Hit = z.infer<typeof hit>

function HitEntry({ hit: { id, at, fields, ...added } }: { hit: Hit }) {
  const t = useTexts()
  const [event, page = ''] = [fields['e_a'], fields['action_name']]
  const none = t`none|keine`
  const rows = [
    ...Object.entries(fields).map(([name, value]) => [<>{name}</>, value || none] as const),
    ['IP address|IP-Adresse', added.address || none],
    ['Browser', added.browser || none],
    ['Cookies', added.cookies || none],
    ['Referrer|Herkunft', added.referrer || none],
  ] as const
  return (
    <Entry
      title={event ? t`Event: ${event}|Ereignis: ${event}` : t`Page: ${page}|Seite: ${page}`}
      note={fields['url'] ?? ''}
      sum={t.moment(at, { timeStyle: 'medium' })}
    >
      <details id={id}>
        <summary className="flex min-h-11 cursor-pointer items-center text-brand">
          {t`Everything that was sent|Alles, was gesendet wurde`}
        </summary>
        <Rows className="text-small" rows={rows} />
      </details>
    </Entry>
  )
}

const TITLE = 'What the tracker learned|Was der Tracker erfahren hat'

const TrackerPage = ({ hits }: { hits: readonly Hit[] }) => (
  <AppScreen title={TITLE} address="/tracker" open="tracker" width="max-w-2xl" headed>
    <P text="Visits are counted only of visitors who agreed to analytics. This is all that has arrived, the newest first.|Gezählt wird nur, wer der Analyse zugestimmt hat. Das ist alles, was angekommen ist, das Neueste zuerst." />
    <div className="grid gap-3 sm:grid-cols-2">
      <ButtonLink href="/tracker" text="Show what is new|Neues anzeigen" />
      {hits.length > 0 && <PostButton to="/tracker/forget" look="plain" text="Forget everything|Alles vergessen" />}
    </div>
    <Card>
      <Entries empty="Nothing has arrived.|Nichts ist angekommen.">
        {hits.map((one) => (
          <HitEntry key={one.id} hit={one} />
        ))}
      </Entries>
    </Card>
  </AppScreen>
)

const shortened = (sent: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(sent)).map(([name, text = '']) => [name.slice(0, LONGEST), text.slice(0, LONGEST)]),
  )

/** A Matomo server of the sandbox: its script, the address that it reports to, and a page that shows all of it. */
export function addTracker(app: FastifyInstance, { hits, clock }: { hits: Map<string, Hit>; clock: () => Date }) {
  const latest = () => [...hits.values()].toReversed()
  addPages(app, {
    '/tracker': () => <TrackerPage hits={latest().slice(0, SHOWN)} />,
    '/tracker/api/hits': ({ reply }) => reply.header('cache-control', 'no-store').send({ hits: latest() }),
    '/tracker/matomo.js': ({ reply }) =>
      reply.header('cross-origin-resource-policy', 'cross-origin').sendFile('tracker.js'),
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/tracker/matomo.php',
    handler: async ({ headers, query, body, ip }, reply) => {
      const id = randomId('hit_')
      hits.set(id, {
        id,
        at: clock().toISOString(),
        fields: { ...shortened(query), ...shortened(body) },
        address: [headers['x-forwarded-for'] ?? ip].flat().join(),
        browser: headers['user-agent'] ?? '',
        cookies: headers.cookie ?? '',
        referrer: headers.referer ?? '',
      })
      const [oldest] = hits.keys()
      if (hits.size > KEPT && oldest !== undefined) hits.delete(oldest)
      return reply.header('cross-origin-resource-policy', 'cross-origin').code(204).send()
    },
  })
  addForms(app, {
    '/tracker/forget': () => {
      hits.clear()
      return '/tracker'
    },
  })
}
