import { VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import { deskPhrases } from './desk-phrases.ts'
import { type Phrases, phrases } from './phrases.ts'
import type { Delivery } from './reports.ts'
import { Notice, Shell } from './shell.tsx'
import { TravelFields } from './travel-fields.tsx'
import type { Visit } from './visit.ts'

const visitQuery = ({ tc, oi, consent, language }: Visit): string =>
  `/?${new URLSearchParams({ tc, lang: language, oi, ...(consent ? { userConsentDP: consent } : {}) })}`

function Carried({ visit }: { visit: Visit }) {
  return (
    <>
      <input type="hidden" name="tc" value={visit.tc} />
      <input type="hidden" name="oi" value={visit.oi} />
      <input type="hidden" name="lang" value={visit.language} />
      {visit.consent ? <input type="hidden" name="userConsentDP" value={visit.consent} /> : null}
    </>
  )
}

function Document() {
  return (
    <svg className="paper" viewBox="0 0 240 150" aria-hidden="true">
      <rect className="sheet" x="4" y="4" width="232" height="142" rx="14" />
      <rect className="photo" x="22" y="38" width="62" height="78" rx="8" />
      <circle className="face" cx="53" cy="68" r="14" />
      <path className="face" d="M30 116c2-20 12-27 23-27s21 7 23 27z" />
      <path className="lines" d="M22 22h96M102 46h104M102 64h72M102 82h88M102 100h50" />
      <path className="lines faint" d="M22 130h196" />
      <circle className="seal" cx="196" cy="104" r="17" />
      <path className="seal" d="m188 104 6 6 11-12" />
      <rect className="beam" x="4" y="4" width="232" height="5" rx="2" />
    </svg>
  )
}

function Received({ visit, t }: { visit: Visit; t: Phrases }) {
  const rows = [
    ['tc', visit.tc, t.meaning.tc],
    ['lang', visit.language, t.meaning.lang],
    ['oi', visit.oi, t.meaning.oi],
    ['userConsentDP', visit.consent ?? t.nothing, t.meaning.userConsentDP],
  ] as const
  return (
    <details className="panel developer">
      <summary>{t.got}</summary>
      <dl>
        {rows.map(([name, value, meaning]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <small>{meaning}</small>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{t.gotNote}</p>
    </details>
  )
}

type CheckPageProps = { visit: Visit; before: VendorOutcome | undefined }

/** The check itself: the visitor says what it comes to. */
export function CheckPage({ visit, before }: CheckPageProps) {
  const t = phrases[visit.language]
  const desk = deskPhrases[visit.language]
  return (
    <Shell language={visit.language} title={t.title} href={(language) => visitQuery({ ...visit, language })}>
      <div className="split">
        <section className="panel check">
          <ol className="steps">
            {t.steps.map((step, i) => (
              <li key={step} aria-current={i === t.steps.length - 1 ? 'step' : undefined}>
                {step}
              </li>
            ))}
          </ol>
          <Document />
          <h1>{t.title}</h1>
          <p className="soft">{t.lede}</p>
          {before ? (
            <p className="before">
              {t.before} <b>{t.outcomes[before].name}</b>
            </p>
          ) : null}
          <form method="post" action="/outcome" id="outcome">
            <Carried visit={visit} />
            <button className="button" type="submit" name="status" value="COMPLETED" aria-describedby="approve-note">
              {t.approve}
            </button>
            <p className="hint" id="approve-note">
              {t.approveNote}
            </p>
          </form>
        </section>
        <div className="side">
          <details className="panel">
            <summary>{t.others}</summary>
            <p className="soft">{t.othersLede}</p>
            <div className="outcomes">
              {VENDOR_OUTCOMES.filter((status) => status !== 'COMPLETED').map((status) => (
                <button key={status} type="submit" form="outcome" name="status" value={status}>
                  <b>{t.outcomes[status].name}</b>
                  <span>{t.outcomes[status].note}</span>
                  <code>{status}</code>
                </button>
              ))}
              <a href={visit.oi}>
                <b>{t.leave}</b>
                <span>{t.leaveNote}</span>
              </a>
            </div>
          </details>
          <details className="panel">
            <summary>{desk.travel}</summary>
            <p className="soft">{desk.travelNote}</p>
            <TravelFields language={visit.language} name="check" form="outcome" />
          </details>
          <details className="panel">
            <summary>{t.document.title}</summary>
            <p className="soft">{t.document.note}</p>
            <div className="fields">
              <label htmlFor="document">{t.document.word}</label>
              <input id="document" name="document" form="outcome" type="text" maxLength={60} autoComplete="off" />
            </div>
          </details>
          <Received visit={visit} t={t} />
        </div>
      </div>
    </Shell>
  )
}

type FailedPageProps = { visit: Visit; status: VendorOutcome; delivery: Exclude<Delivery, 'delivered'> }

/** The product did not take the result. */
export function FailedPage({ visit, status, delivery }: FailedPageProps) {
  const t = phrases[visit.language]
  return (
    <Notice language={visit.language} title={t.failTitle} lines={[t[delivery]]}>
      <form method="post" action="/outcome" className="actions">
        <Carried visit={visit} />
        <button className="button" type="submit" name="status" value={status}>
          {t.retry}
        </button>
        <a className="button plain" href={visit.oi}>
          {t.goBack}
        </a>
      </form>
    </Notice>
  )
}
