import type { FastifyInstance } from 'fastify'
import { createEvents } from '../http/events.ts'
import type { Words } from '../http/language.ts'
import { addForms, addPages } from '../http/server.ts'
import { storeOf, storyOf } from '../http/store.ts'
import { Button, Field, Form, TextLink } from '../ui/forms.tsx'
import { Badge, H1, H2, Note, P, useTexts } from '../ui/parts.tsx'
import { type Check, type Checks, waits } from './checks.ts'
import { isPersonId, OUTCOMES, PEOPLE } from './outcomes.ts'
import type { Reports } from './reports.ts'
import { Shell } from './shell.tsx'

const DONE_SHOWN = 20
const MAX_REASON = 500

/** Mistakes at the desk, shown on the next page. */
const NOTES = {
  reason: 'A rejection needs a reason.|Eine Ablehnung braucht einen Grund.',
  gone: 'This check does not wait any more.|Diese Prüfung wartet nicht mehr.',
} as const
type NoteName = keyof typeof NOTES

const ITEM =
  'grid gap-4 target:outline-3 target:outline-brand rounded-card border border-line bg-surface p-5 shadow-card'

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>{useTexts().moment(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
)
const Code = ({ tc }: { tc: string }) => <code className="font-mono text-small wrap-anywhere text-soft">{tc}</code>

const REASON = {
  label: 'Reason|Grund',
  hint: 'Needed to reject, and read at this desk only.|Zum Ablehnen nötig, und nur hier zu lesen.',
  rows: 2,
  maxLength: MAX_REASON,
  required: true,
} as const
const DRAWN =
  'A blurred document, and the face of who showed it. Both are drawn.|Ein unscharfer Ausweis und das Gesicht dazu. Beide sind gezeichnet.'
const APPROVE = { name: 'status', value: 'COMPLETED', text: 'Approve|Bestätigen', formNoValidate: true } as const
const REJECT = { name: 'status', value: 'MANUAL_REVIEW_REJECTED', text: 'Reject|Ablehnen', look: 'plain' } as const

/** Names the sample person; the testers' page has none. */
const nameOf = (person = ''): Words => (isPersonId(person) ? PEOPLE[person].name : 'For testers|Für Tester')

function Waiting({ check: { tc, found, openedAt }, isOwn }: { check: Check; isOwn: boolean }) {
  const t = useTexts()
  const who = `who-${tc}`
  const blurred = t`The picture of the document is blurred.|Das Bild des Ausweises ist unscharf.`
  return (
    <li id={tc} className={`${ITEM} md:grid-cols-2 md:gap-6`}>
      <div className="grid content-start gap-2">
        <img src="/assets/review.svg" alt={t(DRAWN)} width="384" height="172" className="w-full" />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 id={who} className="text-lg">
            {t(nameOf(found?.person))}
          </h3>
          {isOwn && <Badge className="border-brand text-brand">{t`Your story|Deine Geschichte`}</Badge>}
        </div>
        <span>
          {t`Waiting since|Wartet seit`} <Moment at={found?.at ?? openedAt} />
        </span>
        <Code tc={tc} />
      </div>
      <Form to="/desk/decide" fields={{ tc }} className="grid content-start gap-4">
        <Field {...REASON} id={`reason-${tc}`} name="reason" defaultValue={blurred} />
        <div className="grid grid-cols-2 gap-3">
          <Button {...APPROVE} id={`approve-${tc}`} aria-describedby={who} />
          <Button {...REJECT} id={`reject-${tc}`} aria-describedby={who} />
        </div>
      </Form>
    </li>
  )
}

const Done = ({ tc, found }: { tc: string; found: NonNullable<Check['found']> }) => (
  <li className={`${ITEM} items-start sm:grid-cols-[auto_minmax(0,1fr)_auto]`}>
    <Badge className="justify-self-start border-edge">{useTexts()(OUTCOMES[found.status])}</Badge>
    <span>
      <b className="block">{useTexts()(nameOf(found.person))}</b>
      <Code tc={tc} />
      {found.reason && <q className="block wrap-anywhere">{found.reason}</q>}
    </span>
    <span className="text-small text-soft">
      <Moment at={found.at} />
    </span>
  </li>
)

type DeskView = { checks: readonly Check[]; own: string | undefined; note: NoteName | undefined; version: number }

/** Lists what waits and what is decided, the newest first, and before all others what waits in the running story, `own`. */
function DeskPage({ checks, own, note, version }: DeskView) {
  const isOwn = ({ story }: Check) => own !== undefined && story === own
  const newestFirst = checks.toSorted((one, other) => (other.found?.at ?? '').localeCompare(one.found?.at ?? ''))
  const waiting = newestFirst.filter(waits).toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  const done = newestFirst.filter((check) => check.found?.status && !waits(check)).slice(0, DONE_SHOWN)
  const announce = `Checks that wait: ${waiting.length}|Wartende Prüfungen: ${waiting.length}`
  const title = 'Review desk|Nachprüfung'
  return (
    <Shell title={title} live={{ version, events: '/desk/events', announce }} width="max-w-4xl">
      <div className="grid gap-2">
        <H1 text={title} />
        <P text="You are the reviewer: is this person 18 or over? The product hears of your decision at once; the reason stays here.|Hier prüfst du: Ist diese Person 18 oder älter? Das Produkt erfährt deine Entscheidung sofort; der Grund bleibt hier." />
        <TextLink href="/story" text="Back to the story|Zurück zur Geschichte" />
      </div>
      {note && <Note isProblem text={NOTES[note]} />}
      <H2 text="Waiting for a decision|Wartet auf eine Entscheidung" />
      {waiting.length === 0 && (
        <P text="Nothing waits for a decision.|Nichts wartet auf eine Entscheidung." className={`${ITEM} text-soft`} />
      )}
      <ul className="grid gap-4">
        {waiting.map((check) => (
          <Waiting key={check.tc} check={check} isOwn={isOwn(check)} />
        ))}
      </ul>
      {done.length > 0 && <H2 text="Done|Erledigt" />}
      <ul className="grid gap-4">{done.map(({ tc, found: how }) => how && <Done key={tc} tc={tc} found={how} />)}</ul>
    </Shell>
  )
}

const TOPIC = 'desk'
type Deps = { checks: Checks; reports: Reports }

const isNote = (value = ''): value is NoteName => Object.hasOwn(NOTES, value)
const back = (note?: NoteName) => (note ? `/desk?note=${note}` : '/desk')

/** The review desk. @returns publish, which refreshes open pages */
export function addDesk(app: FastifyInstance, { checks, reports }: Deps) {
  const events = createEvents()

  addPages(app, {
    '/desk': ({ fields: { note }, request }) => {
      const story = storyOf(request)
      const own = story && storeOf(story)
      const told = isNote(note) ? note : undefined
      return <DeskPage checks={checks.all()} own={own} note={told} version={checks.changes()} />
    },
    '/desk/events': ({ reply }) => events.open(reply, TOPIC, String(checks.changes())),
  })
  addForms(app, {
    '/desk/decide': async ({ fields }) => {
      const check = checks.get(fields['tc'])
      if (!check || !waits(check)) return back('gone')
      const status = fields['status'] === 'COMPLETED' ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED'
      const reason = status === 'COMPLETED' ? undefined : (fields['reason'] ?? '').trim().slice(0, MAX_REASON)
      if (reason === '') return back('reason')
      checks.find(check.tc, { status, ...(reason && { reason }) })
      await reports.report(check.tc, status)
      return back()
    },
  })

  app.addHook('preClose', async () => events.close())
  return { publish: () => events.publish(TOPIC, String(checks.changes())) }
}
