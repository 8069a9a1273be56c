import type { Language } from '@avouch/contract'
import type { Booking } from './booking.ts'
import { StartOver } from './gate.tsx'
import { phrases } from './phrases.ts'

type Verdict = NonNullable<Booking['verdict']>

const dayFormat = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** All that the cinema learned, in words and as it came. */
export function Learned({ verdict, language }: { verdict: Verdict; language: Language }) {
  const t = phrases[language]
  const { claims, jws } = verdict
  const rows: [name: string, value: string, note?: string][] = [
    [t.learnedOn, claims.verified_on ? dayFormat[language].format(new Date(claims.verified_on)) : t.learnedNever],
    [t.learnedMethod, t.learnedMethodValue],
    [t.learnedFor, claims.reference ?? '–'],
    [t.learnedPseudonym, claims.sub, t.learnedPseudonymNote],
  ]
  return (
    <section className="learned" aria-labelledby="learned">
      <div className="title">
        <h2 id="learned">{t.learnedTitle}</h2>
        <p className="verified">
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m4 10.500 4 4 8-9" />
          </svg>
          {t.learnedVerified}
        </p>
      </div>
      <div className="two">
        <div>
          <p className="answer">
            <span>{t.learnedAge}</span> <b className={claims.result}>{t[claims.result]}</b>
          </p>
          <dl>
            {rows.map(([name, value, note]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {value}
                  {note ? <small>{note}</small> : null}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3>{t.notTitle}</h3>
          <ul className="unknown">
            {t.notItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </div>
      <details>
        <summary>{t.raw}</summary>
        <p className="soft">{t.rawNote}</p>
        <pre tabIndex={0}>{JSON.stringify(claims, null, 2)}</pre>
        <pre tabIndex={0} className="wrap">
          {jws}
        </pre>
      </details>
      <div className="actions">
        <StartOver t={t} />
        <span className="hint">{t.startOverNote}</span>
      </div>
    </section>
  )
}
