import { type Language, VENDOR_OUTCOMES } from '@avouch/contract'
import { deskPhrases } from './desk-phrases.ts'
import { phrases } from './phrases.ts'
import type { Plan } from './plan.ts'
import { Shell } from './shell.tsx'
import { TravelFields } from './travel-fields.tsx'

type Props = { language: Language; plan: Plan; saved: boolean }

/** For people who come without a check, and for testers who want checks to end in a certain way. */
export function WelcomePage({ language, plan, saved }: Props) {
  const t = phrases[language]
  const desk = deskPhrases[language]
  return (
    <Shell language={language} title={t.welcome} href={(to) => `/?lang=${to}`}>
      <section className="panel notice">
        <h1>{t.welcome}</h1>
        <p>{t.welcomeLede}</p>
        <div className="actions">
          <a className="button" href={`/desk?lang=${language}`}>
            {t.desk}
          </a>
        </div>
      </section>
      <section className="panel notice">
        <h2>{desk.plan}</h2>
        <p className="soft">{desk.planLede}</p>
        <form method="post" action="/plan">
          <input type="hidden" name="lang" value={language} />
          <div className="fields">
            <label htmlFor="plan-status">{desk.planStatus}</label>
            <select id="plan-status" name="status" defaultValue={plan.status ?? ''}>
              <option value="">{desk.planNone}</option>
              {VENDOR_OUTCOMES.map((status) => (
                <option key={status} value={status}>
                  {t.outcomes[status].name}
                </option>
              ))}
            </select>
          </div>
          <TravelFields language={language} name="plan" chosen={plan} />
          <button className="button plain" type="submit">
            {desk.save}
          </button>
          <p role="status" className="soft">
            {saved ? desk.planSaved : ''}
          </p>
        </form>
      </section>
    </Shell>
  )
}
