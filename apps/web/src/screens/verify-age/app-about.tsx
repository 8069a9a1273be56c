import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/brand.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { About } from '#ui/about.tsx'
import { TickIcon } from '#ui/icons.tsx'

const TIPS = ['app.tip1', 'app.tip2', 'app.tip3'] as const
const FEATURES = ['app.safe2', 'app.safe3', 'app.safe4'] as const
const QUESTIONS = [
  ['app.q2', 'app.a2'],
  ['app.q3', 'app.a3'],
  ['app.q4', 'app.a4'],
] as const

/** What helps with the code where there is one to scan, why it is safe, and what people ask. */
export function AppAbout({ payment = false, hasCode = false }: { payment?: boolean; hasCode?: boolean }) {
  const t = useTranslate()
  const { more, faq } = brand.links
  const language = useLanguage()
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center">
      {text}
    </a>
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <About title={t(hasCode ? 'app.tips' : 'landing.more')}>
        {hasCode ? (
          <ul className="grid grid-cols-1 list-disc gap-2 ps-5">
            {TIPS.map((tip) => (
              <li key={tip}>{t(tip)}</li>
            ))}
          </ul>
        ) : null}
        {link(inLanguage(more, language), t('landing.more'))}
      </About>
      <About title={t('app.safe')}>
        <ul className="grid grid-cols-1 gap-2">
          {[payment ? ('app.paySafe1' as const) : ('app.safe1' as const), ...FEATURES].map((feature) => (
            <li key={feature} className="flex items-baseline gap-2.5">
              <TickIcon className="size-4.5 translate-y-[3px] text-ok" />
              {t(feature)}
            </li>
          ))}
        </ul>
      </About>
      <About title={t('app.faq')}>
        <dl className="grid grid-cols-1 gap-2">
          {[['app.q1', payment ? 'app.payA1' : 'app.a1'] as const, ...QUESTIONS].map(([question, answer]) => (
            <div key={question}>
              <dt className="font-semibold text-ink">{t(question)}</dt>
              <dd>{t(answer)}</dd>
            </div>
          ))}
        </dl>
        {link(inLanguage(faq, language), t('layout.faq'))}
      </About>
    </div>
  )
}
