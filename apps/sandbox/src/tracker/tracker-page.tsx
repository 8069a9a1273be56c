import type { Language } from '@avouch/contract'
import { Action, AppShell } from '../phone/app/app-shell.tsx'
import type { Hit } from './hits.ts'
import { type TrackerPhrases, trackerPhrases } from './phrases.ts'

function Told({ hit, t, time }: { hit: Hit; t: TrackerPhrases; time: Intl.DateTimeFormat }) {
  const { fields, address, browser, cookies, referrer } = hit
  const event = fields['e_a']
  const added = [
    [t.address, address],
    [t.browser, browser],
    [t.cookies, cookies],
    [t.referrer, referrer],
  ] as const
  return (
    <li>
      <span>
        <b>{event === undefined ? `${t.view}: ${fields['action_name']}` : `${t.event}: ${event}`}</b>
        <small>{fields['url']}</small>
        <details id={hit.id}>
          <summary>{t.all}</summary>
          <dl>
            {[...Object.entries(fields), ...added].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value === '' ? t.nothing : value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </span>
      <time dateTime={hit.at}>{time.format(new Date(hit.at))}</time>
    </li>
  )
}

/** All that anybody learns from analytics. */
export function TrackerPage({ language, hits }: { language: Language; hits: readonly Hit[] }) {
  const t = trackerPhrases[language]
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  return (
    <AppShell language={language} path="/tracker" title={t.title} site="tracker">
      <h1>{t.title}</h1>
      <p className="soft">{t.text}</p>
      <section className="card">
        {hits.length === 0 ? (
          <p className="soft">{t.none}</p>
        ) : (
          <ul className="entries">
            {hits.map((hit) => (
              <Told key={hit.id} {...{ hit, t, time }} />
            ))}
          </ul>
        )}
      </section>
      <div className="actions end">
        <a className="button" href="/tracker">
          {t.refresh}
        </a>
        {hits.length === 0 ? null : <Action to="/tracker/forget" label={t.forget} look="quiet" />}
      </div>
    </AppShell>
  )
}
