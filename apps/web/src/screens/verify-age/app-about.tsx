import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/page-settings.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { Ticks } from '#ui/about.tsx'
import { Fold } from './fold.tsx'
import { type GetTheAppProps, OpenApp, Stores } from './get-the-app.tsx'

const TIPS = ['app.tip1', 'app.tip2', 'app.tip3'] as const
const FEATURES = ['app.safe2', 'app.safe3', 'app.safe4'] as const
const QUESTIONS = [
  ['app.q2', 'app.a2'],
  ['app.q3', 'app.a3'],
  ['app.q4', 'app.a4'],
] as const

type AppAboutProps = {
  get: GetTheAppProps
  payment?: boolean
  /** True where the page has a code to scan. */
  hasCode?: boolean
}

/** Helps with the app: where to get it, how to scan, why it is safe, common questions, and other ways. */
export function AppAbout({ get, payment = false, hasCode = false }: AppAboutProps) {
  const t = useTranslate()
  const { more, faq } = brand.links
  const language = useLanguage()
  const { isProminent, onWithoutApp } = get
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center">
      {text}
    </a>
  )
  return (
    <div className="grid grid-cols-1 text-start">
      <Stores {...get} />
      {isProminent ? null : (
        <Fold title={t('app.here')}>
          <OpenApp {...get} />
        </Fold>
      )}
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
      <div className="flex flex-wrap items-center justify-center gap-x-6 border-t border-line pt-3">
        {onWithoutApp === undefined ? null : (
          <Button variant="link" className="my-0" onClick={onWithoutApp}>
            {t('app.web')}
          </Button>
        )}
        {link(inLanguage(more, language), t('landing.more'))}
      </div>
    </div>
  )
}
