import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/brand.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { Ticks } from '#ui/about.tsx'
import { Fold } from './fold.tsx'

const TIPS = ['app.tip1', 'app.tip2', 'app.tip3'] as const
const FEATURES = ['app.safe2', 'app.safe3', 'app.safe4'] as const
const QUESTIONS = [
  ['app.q2', 'app.a2'],
  ['app.q3', 'app.a3'],
  ['app.q4', 'app.a4'],
] as const

type AppAboutProps = {
  payment?: boolean
  /** There is a code on the page: only then is there something to scan. */
  hasCode?: boolean
}

/** What helps with the code where there is one to scan, why it is safe, and what people ask. */
export function AppAbout({ payment = false, hasCode = false }: AppAboutProps) {
  const t = useTranslate()
  const { more, faq } = brand.links
  const language = useLanguage()
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center">
      {text}
    </a>
  )
  return (
    <div className="grid grid-cols-1">
      {hasCode ? (
        <Fold title={t('app.tips')}>
          <Ticks>{TIPS.map((tip) => t(tip))}</Ticks>
        </Fold>
      ) : null}
      <Fold title={t('app.safe')}>
        <Ticks>
          {[payment ? ('app.paySafe1' as const) : ('app.safe1' as const), ...FEATURES].map((key) => t(key))}
        </Ticks>
      </Fold>
      <Fold title={t('app.faq')}>
        <dl className="grid grid-cols-1 gap-3">
          {[['app.q1', payment ? 'app.payA1' : 'app.a1'] as const, ...QUESTIONS].map(([question, answer]) => (
            <div key={question}>
              <dt className="font-semibold text-ink">{t(question)}</dt>
              <dd>{t(answer)}</dd>
            </div>
          ))}
        </dl>
        {link(inLanguage(faq, language), t('layout.faq'))}
      </Fold>
      <p className="mt-3 text-center">{link(inLanguage(more, language), t('landing.more'))}</p>
    </div>
  )
}
