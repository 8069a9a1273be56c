import type { Language } from '@avouch/contract'
import type { Film } from './films.ts'
import { type Phrases, phrases } from './phrases.ts'

type Props = { phone: boolean; t: Phrases }

function AskForm({ phone, label, plain = false }: { phone: boolean; label: string; plain?: boolean }) {
  const tab = phone ? {} : { target: '_blank', rel: 'noopener' }
  return (
    <form method="post" action="/confirm" {...tab}>
      <button className={plain ? 'button plain' : 'button'} type="submit">
        {label}
        {phone ? null : (
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M8 4H4v12h12v-4M11 3h6v6M16.500 3.500 9 11" />
          </svg>
        )}
      </button>
    </form>
  )
}

/** The first question is asked with the button of the package; without script the one inside stands in for it. */
function FirstAsk({ phone, label }: { phone: boolean; label: string }) {
  const tab = phone ? {} : { target: '_blank', rel: 'noopener' }
  return (
    <form method="post" action="/confirm" {...tab}>
      <avouch-button>
        <noscript>
          <button className="button" type="submit">
            {label}
          </button>
        </noscript>
      </avouch-button>
    </form>
  )
}

/** Forgets the visitor. */
export function StartOver({ t }: { t: Phrases }) {
  return (
    <form method="post" action="/start-over">
      <button className="button plain" type="submit">
        {t.startOver}
      </button>
    </form>
  )
}

/** The question, before it is asked. */
export function Gate({ phone, t }: Props) {
  return (
    <>
      <p className="seal" aria-hidden="true">
        18
      </p>
      <h2 id="gate">{t.gateTitle}</h2>
      <p className="soft">{t.gateLede}</p>
      <FirstAsk phone={phone} label={t.gateAsk} />
      <p className="hint">{phone ? t.gateSameTab : t.gateNewTab}</p>
      <ul className="ticks">
        {t.gateFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  )
}

/** Asked and not answered yet. */
export function Waiting({ phone, t, reference }: Props & { reference: string }) {
  return (
    <>
      <p className="spinner" aria-hidden="true" />
      <h2 id="gate">{t.waitingTitle}</h2>
      <p className="soft">{phone ? t.waitingLedePhone : t.waitingLede}</p>
      <div className="actions">
        <AskForm phone={phone} label={phone ? t.waitingGoOn : t.waitingAgain} />
        <a className="button plain" href="/return">
          {t.waitingCheck}
        </a>
        <StartOver t={t} />
      </div>
      <p className="hint">
        {t.reference} <code>{reference}</code>
      </p>
    </>
  )
}

/** Answered with no. */
export function Refused({ phone, language, films }: { phone: boolean; language: Language; films: readonly Film[] }) {
  const t = phrases[language]
  return (
    <>
      <h2 id="gate">{t.noTitle}</h2>
      <p className="soft">{t.noLede}</p>
      <h3>{t.noElse}</h3>
      <ul className="plain-list">
        {films.map((film) => (
          <li key={film.slug}>
            <a href={`/films/${film.slug}`}>{film.title[language]}</a>
          </li>
        ))}
      </ul>
      <div className="actions">
        <AskForm phone={phone} label={t.tryAgain} plain />
      </div>
    </>
  )
}
