import type { PassedOn } from '@avouch/journey'
import { useTranslate } from '#i18n/language.ts'
import { TickIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { ResultBadge } from '#ui/result-badge.tsx'
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
    <Page
      title={t('complete.title')}
      heading={goesOn ? back : t('complete.heading')}
      lede={
        <>
          <p>{t(LEARNED[passedOn])}</p>
          <p>{goesOn ? t('complete.goesOn') : t('complete.mayClose')}</p>
        </>
      }
      above={
        isOver ? (
          <ResultBadge kind="good">
            <TickIcon className="size-9" />
          </ResultBadge>
        ) : (
          <div className="mb-6">
            <Spinner label={t('layout.loading')} className="size-14" usual={undefined} />
          </div>
        )
      }
    >
      {returnAddress === undefined ? null : (
        <div className="mt-7">
          <a
            href={returnAddress}
            rel="noreferrer"
            className="inline-flex min-h-[54px] items-center rounded-field border-[1.5px] border-transparent bg-brand px-6 py-2 font-[620] text-brand-ink hover:bg-brand-hover"
          >
            {back}
          </a>
        </div>
      )}
    </Page>
  )
}
