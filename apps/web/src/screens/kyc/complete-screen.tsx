import type { PassedOn } from '@avouch/journey'
import { useTranslate } from '#i18n/language.ts'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { SealArt } from '#ui/art/seal-art.tsx'
import { BUTTONS } from '#ui/button.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type CompleteScreenProps = {
  provider: string | undefined
  /** What the website has learned. */
  passedOn: PassedOn
  /** The way back to the provider, when it is known. */
  returnAddress: string | undefined
  /** The page goes there by itself. */
  goesOn: boolean
  /** Nothing is left to be done in this tab. */
  isOver: boolean
}

const LEARNED = { yes: 'complete.passedOn', no: 'complete.refused', nothing: 'complete.nothing' } as const

export function CompleteScreen({ provider, passedOn, returnAddress, goesOn, isOver }: CompleteScreenProps) {
  const t = useTranslate()
  const back = provider === undefined ? t('complete.backNoProvider') : t('complete.back', { provider })
  return (
    <ResultPage
      title={t('complete.title')}
      heading={goesOn ? back : t('complete.heading')}
      lede={
        <>
          <p>{t(LEARNED[passedOn])}</p>
          <p>{goesOn ? t('complete.goesOn') : t('complete.mayClose')}</p>
        </>
      }
      art={isOver ? <SealArt /> : <ClockArt />}
    >
      {isOver ? null : <Spinner label={t('layout.loading')} className="size-8 justify-self-center" usual={undefined} />}
      {returnAddress === undefined ? null : (
        <a href={returnAddress} rel="noreferrer" className={goesOn ? BUTTONS.primary : BUTTONS.secondary}>
          {back}
        </a>
      )}
    </ResultPage>
  )
}
