import { type Language, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { addForms, addPages, type Fields, type Visit } from '../http/server.ts'
import { Button, Field, Form, PostButton } from '../ui/forms.tsx'
import { Badge, Card, H1, H2, Note, P, useTexts } from '../ui/parts.tsx'
import { randomId } from '../webhook.ts'
import { type Check, type Checks, claimOf, type Reviewer, waits } from './checks.ts'
import { OUTCOMES } from './outcomes.ts'
import type { Reports } from './reports.ts'
import { Shell } from './shell.tsx'

const DONE_SHOWN = 20
const POLL_MS = 10_000

/** A failure at the desk, said on the next page. */
const NOTES = {
  name: 'Please say who you are first.|Bitte sag zuerst, wer du bist.',
  taken: 'Somebody else works on this check.|An dieser Prüfung arbeitet jemand anderes.',
  reason: 'A rejection needs a reason.|Eine Ablehnung braucht einen Grund.',
  gone: 'This check does not wait any more.|Diese Prüfung wartet nicht mehr.',
} as const
type NoteName = keyof typeof NOTES

type DeskView = {
  checks: readonly Check[]
  reviewer: Reviewer | undefined
  note: NoteName | undefined
  now: Date
  version: string
}

const ITEM = 'grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card'
const LINE = 'flex flex-wrap items-center gap-x-4 gap-y-1'

const UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const

/** How long a check has been waiting, in words. */
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

const Decision = ({ tc }: { tc: string }) => (
  <>
    <Form to="/desk/decide" fields={{ tc }}>
      <Field id={`reason-${tc}`} name="reason" label="Reason|Grund" hint={REASON} rows={2} maxLength={500} required />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button name="status" value="COMPLETED" formNoValidate id={`approve-${tc}`} text="Approve|Bestätigen" />
        <Button look="plain" name="status" value="MANUAL_REVIEW_REJECTED" id={`reject-${tc}`} text="Reject|Ablehnen" />
      </div>
    </Form>
    <PostButton to="/desk/release" fields={{ tc }} look="quiet" id={`release-${tc}`} text="Give it back|Zurückgeben" />
  </>
)

function Waiting({ check, reviewer, now }: Pick<DeskView, 'reviewer' | 'now'> & { check: Check }) {
  const t = useTexts()
  const { tc, found, openedAt } = check
  const since = found?.at ?? openedAt
  const claim = claimOf(check, now)
  const isMine = claim !== undefined && claim.reviewer.id === reviewer?.id
  const name = claim?.reviewer.name ?? ''
  return (
    <li id={tc} className={ITEM}>
      <div className={LINE}>
        <Code tc={tc} />
        <span>
          {t`waiting for|Wartezeit:`} <time dateTime={since}>{waitingTime(new Date(since), now, t.language)}</time>
        </span>
        {claim && (
          <span className="text-soft">
            {isMine ? t`You work on it|Du arbeitest daran` : t`${name} works on it|${name} arbeitet daran`},{' '}
            {t`until|bis`} <Moment at={claim.until} />
          </span>
        )}
      </div>
      {!claim && (
        <div className="sm:w-56">
          <PostButton to="/desk/claim" fields={{ tc }} id={`claim-${tc}`} text="Take it|Übernehmen" />
        </div>
      )}
      {isMine && <Decision tc={tc} />}
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
          {found.by && t` by ${found.by}| von ${found.by}`}
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

const YOU = { id: 'reviewer', name: 'name', required: true, maxLength: 40, autoComplete: 'name' }
const YOUR_NAME = 'Your name, so that others see what you work on|Dein Name, damit andere sehen, woran du arbeitest'

/** The desk where a person decides what the machine could not. */
function DeskPage({ checks, reviewer, note, now, version }: DeskView) {
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
      <Card>
        <Form to="/desk/name" className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <Field {...YOU} label={YOUR_NAME} defaultValue={reviewer?.name} />
          <Button look="plain" text="Save|Speichern" />
        </Form>
      </Card>
      <H2 text="Waiting for a decision|Wartet auf eine Entscheidung" />
      {count === 0 ? (
        <P text="Nothing waits for a decision.|Nichts wartet auf eine Entscheidung." className={`${ITEM} text-soft`} />
      ) : (
        <ul className="grid gap-4">
          {waiting.map((check) => (
            <Waiting key={check.tc} {...{ check, reviewer, now }} />
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

/** A reviewer who went home does not keep a check. */
const CLAIM_MS = 10 * MINUTE_MS
const TOPIC = 'desk'
const COOKIE = 'desk_reviewer'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const MAX_NAME = 40
const MAX_REASON = 500

type Deps = { checks: Checks; reports: Reports; clock: () => Date }

const isNote = (value = ''): value is NoteName => Object.hasOwn(NOTES, value)

/** The id tells two reviewers of one name apart. */
function reviewerOf({ cookies }: FastifyRequest): Reviewer | undefined {
  const [, id, name] = /^(rev_[\w-]{8,64})\.(.{1,40})$/u.exec(cookies[COOKIE] ?? '') ?? []
  return id === undefined || name === undefined ? undefined : { id, name }
}

const back = (note?: NoteName | void) => (note ? `/desk?note=${note}` : '/desk')

/** The review desk: the reviewer who took a check decides it alone. @returns publish, which refreshes open pages */
export function addDesk(app: FastifyInstance, { checks, reports, clock }: Deps) {
  const events = createEvents()

  /** Changes with time, too: pages look for ends of claims, and for how long a check waits. */
  const version = () => {
    const now = clock()
    const claimed = checks.all().filter((check) => claimOf(check, now) !== undefined).length
    return [checks.changes(), claimed, Math.floor(now.getTime() / MINUTE_MS)].join('-')
  }
  const publish = () => events.publish(TOPIC, version())

  addPages(app, {
    '/desk': ({ fields: { note }, request }) => {
      const shown = { checks: checks.all(), note: isNote(note) ? note : undefined, now: clock(), version: version() }
      return <DeskPage {...shown} reviewer={reviewerOf(request)} />
    },
    '/desk/events': ({ reply }) => events.open(reply, TOPIC, version()),
  })

  type Step = (check: Check, reviewer: Reviewer, fields: Fields) => Promise<NoteName | void> | NoteName | void

  /** Something that a reviewer does with a check that waits. */
  const step =
    (run: Step) =>
    async ({ fields, request }: Visit) => {
      const [reviewer, check] = [reviewerOf(request), checks.get(fields['tc'])]
      if (reviewer === undefined) return back('name')
      return back(check && waits(check) ? await run(check, reviewer, fields) : 'gone')
    }
  /** The same with a check that the reviewer has taken. */
  const ownStep = (run: Step) =>
    step((check, reviewer, fields) =>
      claimOf(check, clock())?.reviewer.id === reviewer.id ? run(check, reviewer, fields) : 'taken',
    )

  addForms(app, {
    '/desk/name': ({ fields, request, reply }) => {
      const name = (fields['name'] ?? '').trim().slice(0, MAX_NAME)
      if (name === '') return back('name')
      const id = reviewerOf(request)?.id ?? randomId('rev_')
      reply.setCookie(COOKIE, `${id}.${name}`, { path: '/desk', httpOnly: true, sameSite: 'lax', maxAge: YEAR_SECONDS })
      return back()
    },
    '/desk/claim': step((check, reviewer) => {
      const claim = claimOf(check, clock())
      if (claim !== undefined && claim.reviewer.id !== reviewer.id) return 'taken'
      checks.claim(check.tc, reviewer, new Date(clock().getTime() + CLAIM_MS))
    }),
    '/desk/release': ownStep(({ tc }) => checks.release(tc)),
    '/desk/decide': ownStep(async ({ tc }, reviewer, fields) => {
      const status = fields['status'] === 'COMPLETED' ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED'
      const reason = (fields['reason'] ?? '').trim().slice(0, MAX_REASON)
      if (status === 'MANUAL_REVIEW_REJECTED' && reason === '') return 'reason'
      checks.find(tc, { status, by: reviewer.name, ...(reason !== '' && { reason }) })
      await reports.report(tc, status)
    }),
    '/desk/resend': async ({ fields: { tc, id } }) => {
      await reports.resend(tc, id)
      return back()
    },
  })

  app.addHook('preClose', async () => events.close())
  return { publish }
}
