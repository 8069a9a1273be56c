import type { Language } from '@avouch/contract'
import { type Check, claimOf, type Report, type Reviewer } from './checks.ts'
import { type DeskPhrases, deskPhrases, type Note } from './desk-phrases.ts'
import { phrases } from './phrases.ts'
import { Shell } from './shell.tsx'
import { TravelFields } from './travel-fields.tsx'
import { waitingTime } from './waiting-time.ts'

const DONE_SHOWN = 20

const timeFormat = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short' }),
}

export type DeskView = {
  language: Language
  checks: readonly Check[]
  reviewer: Reviewer | undefined
  note: Note | undefined
  now: Date
  version: string
}
type Item = Pick<DeskView, 'language' | 'reviewer' | 'now'> & { check: Check; t: DeskPhrases }

const Moment = ({ at, language }: { at: string; language: Language }) => (
  <time dateTime={at}>{timeFormat[language].format(new Date(at))}</time>
)

const Carried = ({ tc, language }: { tc: string; language: Language }) => (
  <>
    <input type="hidden" name="tc" value={tc} />
    <input type="hidden" name="lang" value={language} />
  </>
)

function Decision({ check: { tc }, language, t }: Item) {
  return (
    <>
      <form method="post" action="/desk/decide" className="decision">
        <Carried tc={tc} language={language} />
        <label htmlFor={`reason-${tc}`}>{t.reason}</label>
        <textarea id={`reason-${tc}`} name="reason" rows={2} maxLength={500} required aria-describedby={`hint-${tc}`} />
        <p className="hint" id={`hint-${tc}`}>
          {t.reasonHint}
        </p>
        <details id={`travel-${tc}`}>
          <summary>{t.travel}</summary>
          <TravelFields language={language} name={tc} />
        </details>
        <div className="actions">
          <button className="button" type="submit" name="status" value="COMPLETED" formNoValidate id={`approve-${tc}`}>
            {t.approve}
          </button>
          <button
            className="button plain"
            type="submit"
            name="status"
            value="MANUAL_REVIEW_REJECTED"
            id={`reject-${tc}`}
          >
            {t.reject}
          </button>
        </div>
      </form>
      <form method="post" action="/desk/release">
        <Carried tc={tc} language={language} />
        <button className="button plain small" type="submit" id={`release-${tc}`}>
          {t.release}
        </button>
      </form>
    </>
  )
}

function Waiting(item: Item) {
  const { check, language, reviewer, now, t } = item
  const { tc, found, openedAt } = check
  const since = found?.at ?? openedAt
  const claim = claimOf(check, now)
  const mine = claim !== undefined && claim.reviewer.id === reviewer?.id
  return (
    <li className="panel">
      <div className="line">
        <code>{tc}</code>
        <span>
          {t.since}{' '}
          <time dateTime={since} data-since={since}>
            {waitingTime(new Date(since), now, language)}
          </time>
        </span>
        {claim === undefined ? null : (
          <span className="soft">
            {mine ? t.yours : t.claimedBy(claim.reviewer.name)}, {t.until}{' '}
            <Moment at={claim.until} language={language} />
          </span>
        )}
      </div>
      {claim === undefined ? (
        <form method="post" action="/desk/claim">
          <Carried tc={tc} language={language} />
          <button className="button" type="submit" id={`claim-${tc}`}>
            {t.claim}
          </button>
        </form>
      ) : null}
      {mine ? <Decision {...item} /> : null}
    </li>
  )
}

const lacking = ({ way, due }: Report, t: DeskPhrases) =>
  way === 'lost' ? t.lost : way === 'late' || due !== undefined ? t.held : t.undelivered

function Done({ check, language, t }: Item) {
  const { tc, found, reports } = check
  if (found === undefined) return null
  const open = [...reports.values()].filter(({ delivered }) => !delivered)
  return (
    <li className="panel">
      <div className="line">
        <b>{phrases[language].outcomes[found.status].name}</b>
        <code>{tc}</code>
        <span className="soft">
          <Moment at={found.at} language={language} />
          {found.by === undefined ? null : ` ${t.by} ${found.by}`}
        </span>
        {found.reason === undefined ? null : <q>{found.reason}</q>}
      </div>
      {open.map((report) => (
        <form key={report.id} method="post" action="/desk/resend" className="actions">
          <Carried tc={tc} language={language} />
          <input type="hidden" name="id" value={report.id} />
          <span className="soft">
            {phrases[language].outcomes[report.event.data.status].name}: {lacking(report, t)}
          </span>
          <button className="button plain small" type="submit" id={`resend-${report.id}`}>
            {t.resend}
          </button>
        </form>
      ))}
    </li>
  )
}

function You({ language, reviewer, t }: { language: Language; reviewer: Reviewer | undefined; t: DeskPhrases }) {
  return (
    <form method="post" action="/desk/name" className="you">
      <input type="hidden" name="lang" value={language} />
      <label htmlFor="reviewer">{t.you}</label>
      <div className="actions">
        <input
          id="reviewer"
          name="name"
          type="text"
          required
          maxLength={40}
          autoComplete="name"
          defaultValue={reviewer?.name}
        />
        <button className="button plain" type="submit">
          {t.save}
        </button>
      </div>
    </form>
  )
}

/** The desk where a person decides what the machine could not. */
export function DeskPage({ language, checks, reviewer, note, now, version }: DeskView) {
  const t = deskPhrases[language]
  const waits = ({ found }: Check) => found?.status === 'PENDING_MANUAL_REVIEW'
  // Who has waited longest comes first.
  const waiting = checks.filter(waits).toReversed()
  const done = checks.filter((check) => check.found !== undefined && !waits(check)).slice(0, DONE_SHOWN)
  const live = { version, events: '/desk/events', announce: t.waitingCount(waiting.length) }
  return (
    <Shell language={language} title={t.title} href={(to) => `/desk?lang=${to}`} live={live}>
      <div className="desk-page">
        <h1>{t.title}</h1>
        <p className="soft">{t.lede}</p>
        {note === undefined ? null : (
          <p className="before" role="alert">
            {t.notes[note]}
          </p>
        )}
        <You language={language} reviewer={reviewer} t={t} />
        <h2>{t.waiting}</h2>
        {waiting.length === 0 ? <p className="panel soft">{t.empty}</p> : null}
        <ul className="rows">
          {waiting.map((check) => (
            <Waiting key={check.tc} check={check} language={language} reviewer={reviewer} now={now} t={t} />
          ))}
        </ul>
        {done.length > 0 ? <h2>{t.done}</h2> : null}
        <ul className="rows">
          {done.map((check) => (
            <Done key={check.tc} check={check} language={language} reviewer={reviewer} now={now} t={t} />
          ))}
        </ul>
      </div>
    </Shell>
  )
}
