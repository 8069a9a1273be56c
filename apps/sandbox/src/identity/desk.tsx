import { type Language, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { createEvents } from '../http/events.ts'
import { addForms, addPages } from '../http/server.ts'
import { Button, Field, Form, PostButton } from '../ui/forms.tsx'
import { Badge, H1, H2, Note, P, useTexts } from '../ui/parts.tsx'
import { type Check, type Checks, waits } from './checks.ts'
import { OUTCOMES } from './outcomes.ts'
import type { Reports } from './reports.ts'
import { Shell } from './shell.tsx'

const DONE_SHOWN = 20
const POLL_MS = 10_000

/** A failure at the desk, shown on the next page. */
const NOTES = {
  reason: 'A rejection needs a reason.|Eine Ablehnung braucht einen Grund.',
  gone: 'This check does not wait any more.|Diese Prüfung wartet nicht mehr.',
} as const
type NoteName = keyof typeof NOTES

type DeskView = {
  checks: readonly Check[]
  note: NoteName | undefined
  now: Date
  version: string
}

const ITEM = 'grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card'
const LINE = 'flex flex-wrap items-center gap-x-4 gap-y-1'

const UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const

/** Formats how long a check has waited. */
function waitingTime(since: Date, now: Date, language: Language): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000))
  const [unit, size] = Object.entries(UNITS).find(([, one]) => seconds >= one) ?? ['second', 1]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, style).format(Math.floor(seconds / size))
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>{useTexts().moment(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
)

const Code = ({ tc }: { tc: string }) => <code className="font-mono text-small wrap-anywhere">{tc}</code>

const REASON =
  'Needed to reject. It is read at this desk only.|Zum Ablehnen nötig. Er wird nur an diesem Platz gelesen.'

function Waiting({ check: { tc, found, openedAt }, now }: { check: Check; now: Date }) {
  const t = useTexts()
  const since = found?.at ?? openedAt
  return (
    <li id={tc} className={ITEM}>
      <div className={LINE}>
        <Code tc={tc} />
        <span>
          {t`waiting for|Wartezeit:`} <time dateTime={since}>{waitingTime(new Date(since), now, t.language)}</time>
        </span>
      </div>
      <Form to="/desk/decide" fields={{ tc }}>
        <Field id={`reason-${tc}`} name="reason" label="Reason|Grund" hint={REASON} rows={2} maxLength={500} required />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button name="status" value="COMPLETED" formNoValidate id={`approve-${tc}`} text="Approve|Bestätigen" />
          <Button
            look="plain"
            name="status"
            value="MANUAL_REVIEW_REJECTED"
            id={`reject-${tc}`}
            text="Reject|Ablehnen"
          />
        </div>
      </Form>
    </li>
  )
}

const AGAIN = 'Send again|Noch einmal senden'

function Done({ check: { tc, found, reports } }: { check: Check }) {
  const t = useTexts()
  if (found === undefined) return null
  return (
    <li className={ITEM}>
      <div className={LINE}>
        <Badge>{t(OUTCOMES[found.status])}</Badge>
        <Code tc={tc} />
        <span className="text-small text-soft">
          <Moment at={found.at} />
        </span>
        {found.reason && <q className="w-full wrap-anywhere">{found.reason}</q>}
      </div>
      {reports
        .filter(({ delivered }) => !delivered)
        .map(({ id, event, lost }) => (
          <div key={id} className={`${LINE} justify-between gap-y-3 border-t border-line pt-4`}>
            <span>
              {t(OUTCOMES[event.data.status])}:{' '}
              {lost ? t`lost on the way|unterwegs verloren` : t`not delivered|nicht zugestellt`}
            </span>
            <div className="w-full sm:w-56">
              <PostButton to="/desk/resend" fields={{ tc, id }} look="plain" id={`resend-${id}`} text={AGAIN} />
            </div>
          </div>
        ))}
    </li>
  )
}

/** Lists the checks that a person has to decide. */
function DeskPage({ checks, note, now, version }: DeskView) {
  const found = checks.toSorted((one, other) => (one.found?.at ?? '').localeCompare(other.found?.at ?? ''))
  // Sorts waiting checks by age, the oldest first, and decided ones the other way round.
  const waiting = found.filter(waits)
  const done = found.filter((check) => check.found !== undefined && !waits(check)).slice(-DONE_SHOWN)
  const count = waiting.length
  const announce =
    count === 1
      ? '1 check waits for a decision|1 Prüfung wartet auf eine Entscheidung'
      : `${count} checks wait for a decision|${count} Prüfungen warten auf eine Entscheidung`
  const title = 'Review desk|Nachprüfung'
  return (
    <Shell title={title} live={{ version, events: '/desk/events', announce, pollMs: POLL_MS }}>
      <div>
        <H1 text={title} />
        <P text="Checks that need a person. The product hears of your decision at once; the reason stays here.|Prüfungen, die einen Menschen brauchen. Das Produkt erfährt deine Entscheidung sofort; der Grund bleibt hier." />
      </div>
      {note && <Note isProblem text={NOTES[note]} />}
      <H2 text="Waiting for a decision|Wartet auf eine Entscheidung" />
      {count === 0 ? (
        <P text="Nothing waits for a decision.|Nichts wartet auf eine Entscheidung." className={`${ITEM} text-soft`} />
      ) : (
        <ul className="grid gap-4">
          {waiting.map((check) => (
            <Waiting key={check.tc} {...{ check, now }} />
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <>
          <H2 text="Done|Erledigt" />
          <ul className="grid gap-4">
            {done.toReversed().map((check) => (
              <Done key={check.tc} check={check} />
            ))}
          </ul>
        </>
      )}
    </Shell>
  )
}

const TOPIC = 'desk'
const MAX_REASON = 500

type Deps = { checks: Checks; reports: Reports; clock: () => Date }

const isNote = (value = ''): value is NoteName => Object.hasOwn(NOTES, value)
const back = (note?: NoteName) => (note ? `/desk?note=${note}` : '/desk')

/** The review desk. @returns publish, which refreshes open pages */
export function addDesk(app: FastifyInstance, { checks, reports, clock }: Deps) {
  const events = createEvents()

  /** Changes with time, too, as pages show how long a check has waited. */
  const version = () => `${checks.changes()}-${Math.floor(clock().getTime() / MINUTE_MS)}`
  const publish = () => events.publish(TOPIC, version())

  addPages(app, {
    '/desk': ({ fields: { note } }) => {
      const shown = { checks: checks.all(), note: isNote(note) ? note : undefined, now: clock(), version: version() }
      return <DeskPage {...shown} />
    },
    '/desk/events': ({ reply }) => events.open(reply, TOPIC, version()),
  })
  addForms(app, {
    '/desk/decide': async ({ fields }) => {
      const check = checks.get(fields['tc'])
      if (!check || !waits(check)) return back('gone')
      const status = fields['status'] === 'COMPLETED' ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED'
      const reason = (fields['reason'] ?? '').trim().slice(0, MAX_REASON)
      if (status === 'MANUAL_REVIEW_REJECTED' && reason === '') return back('reason')
      checks.find(check.tc, { status, ...(reason !== '' && { reason }) })
      await reports.report(check.tc, status)
      return back()
    },
    '/desk/resend': async ({ fields: { tc, id } }) => {
      await reports.resend(tc, id)
      return back()
    },
  })

  app.addHook('preClose', async () => events.close())
  return { publish }
}
