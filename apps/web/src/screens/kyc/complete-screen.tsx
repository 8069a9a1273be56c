import { Fragment } from 'react'
import type { ReportedOutcome } from '@avouch/journey'
import { useTranslate } from '#i18n/language.ts'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { SealArt } from '#ui/art/seal-art.tsx'
import { BUTTONS } from '@avouch/design/button'
import { type LinkTarget, onLinkClick } from '#router/link.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type CompleteScreenProps = {
  provider: string | undefined
  /** The answer that the website got. */
  reported: ReportedOutcome
  /** The way back to the provider, if it is known. */
  returnAddress: string | undefined
  /** soon: the page goes there by itself; tried: it did, and nothing opened. */
  goesOn: 'stays' | 'soon' | 'tried'
  /** True where the tab could not be closed or left: nothing more happens in it. */
  isOver: boolean
  /** Where the check was begun that ends in this window. */
  backTo: 'app' | 'computer' | undefined
  /** The log-in, for a visitor who came back from the check without a session. */
  login: LinkTarget | undefined
  /** The page that can still give an answer, in the visitor's only tab. */
  onward: { signedIn: boolean; target: LinkTarget; onLeave: () => void } | undefined
}

const LEARNED = {
  yes: 'complete.passedOn',
  no: 'complete.refused',
  paid: 'complete.paid',
  nothing: 'complete.nothing',
  open: 'complete.open',
} as const

const HEADINGS = { app: 'complete.toApp', computer: 'complete.toComputer', tab: 'complete.heading' } as const
const ENDS = { stays: 'complete.mayClose', soon: 'complete.goesOn', tried: 'complete.press' } as const

export function CompleteScreen(props: CompleteScreenProps) {
  const { provider, reported, returnAddress, goesOn, isOver, backTo, login, onward } = props
  const t = useTranslate()
  const back = provider === undefined ? t('complete.backNoProvider') : t('complete.back', { provider })
  if (onward !== undefined)
    return (
      <ResultPage
        title={t('complete.openTitle')}
        lede={t(onward.signedIn ? 'complete.openText' : 'complete.openLogin')}
        art={<ClockArt />}
      >
        <a href={onward.target.href} onClick={onLinkClick(onward.target.onFollow)} className={BUTTONS.primary}>
          {t(onward.signedIn ? 'complete.goOn' : 'action.login')}
        </a>
        <a href={returnAddress} rel="noreferrer" onClick={onLinkClick(onward.onLeave)} className={BUTTONS.secondary}>
          {back}
        </a>
      </ResultPage>
    )
  const hasAnswer = provider !== undefined && ['yes', 'no', 'paid'].includes(reported)
  return (
    <ResultPage
      title={t(hasAnswer ? 'step.done' : 'complete.title')}
      heading={goesOn === 'soon' ? back : hasAnswer ? t('complete.done', { provider }) : t(HEADINGS[backTo ?? 'tab'])}
      lede={
        <Fragment>
          <p>
            {t(
              backTo !== undefined
                ? 'complete.toAppText'
                : login === undefined
                  ? LEARNED[reported]
                  : 'complete.elsewhere',
            )}
          </p>
          {backTo !== undefined ? null : <p>{t(ENDS[goesOn])}</p>}
        </Fragment>
      }
      art={reported === 'yes' || reported === 'paid' ? <SealArt /> : <ClockArt />}
    >
      {isOver ? null : (
        <div className="grid place-items-center">
          <Spinner label={t('layout.loading')} className="size-8" usual={undefined} />
        </div>
      )}
      {returnAddress === undefined ? null : (
        <a href={returnAddress} rel="noreferrer" className={BUTTONS.primary}>
          {back}
        </a>
      )}
      {login === undefined ? null : (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-ink-soft">{t('complete.logIn')}</p>
          <a href={login.href} onClick={onLinkClick(login.onFollow)} className={BUTTONS.secondary}>
            {t('action.login')}
          </a>
        </div>
      )}
    </ResultPage>
  )
}
