import type { Language } from '@avouch/contract'
import type { CheckRecord } from './checks.ts'
import { type Phrases, phrases } from './phrases.ts'
import { Shell } from './shell.tsx'

const DONE_SHOWN = 20

const timeFormat = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short' }),
}

type Props = { language: Language; checks: readonly CheckRecord[] }

function Line({ check, language, t }: { check: CheckRecord; language: Language; t: Phrases }) {
  return (
    <div className="line">
      <b>{t.outcomes[check.event.data.status].name}</b>
      <code>{check.event.data.tc}</code>
      <span className="soft">
        <time dateTime={check.event.timestamp}>{timeFormat[language].format(new Date(check.event.timestamp))}</time>
        {check.delivered ? null : ` · ${t.undelivered}`}
      </span>
    </div>
  )
}

/** The desk where a person decides what the machine could not. */
export function DeskPage({ language, checks }: Props) {
  const t = phrases[language]
  const waiting = checks.filter(({ event, delivered }) => event.data.status === 'PENDING_MANUAL_REVIEW' || !delivered)
  const done = checks.filter((check) => !waiting.includes(check)).slice(0, DONE_SHOWN)
  return (
    <Shell language={language} title={t.deskTitle} href={(to) => `/desk?lang=${to}`}>
      <div className="desk-page">
        <h1>{t.deskTitle}</h1>
        <p className="soft">{t.deskLede}</p>
        <h2>{t.deskWaiting}</h2>
        {waiting.length === 0 ? <p className="panel soft">{t.deskEmpty}</p> : null}
        <ul className="rows">
          {waiting.map((check) => (
            <li key={check.id} className="panel">
              <Line check={check} language={language} t={t} />
              <form method="post" action="/desk" className="actions">
                <input type="hidden" name="tc" value={check.event.data.tc} />
                <input type="hidden" name="lang" value={language} />
                <button className="button" type="submit" name="status" value="COMPLETED">
                  {t.deskApprove}
                </button>
                <button className="button plain" type="submit" name="status" value="MANUAL_REVIEW_REJECTED">
                  {t.deskReject}
                </button>
              </form>
            </li>
          ))}
        </ul>
        {done.length > 0 ? (
          <>
            <h2>{t.deskDone}</h2>
            <ul className="rows">
              {done.map((check) => (
                <li key={check.id} className="panel">
                  <Line check={check} language={language} t={t} />
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Shell>
  )
}
