import { useTranslate } from '#i18n/language.ts'
import { WaitingScreen } from './waiting-screen.tsx'

export type CompleteScreenProps = {
  provider: string | undefined
  /** The way back to the provider, when its answer gave one. */
  returnAddress: string | undefined
}

export function CompleteScreen({ provider, returnAddress }: CompleteScreenProps) {
  const t = useTranslate()
  return (
    <WaitingScreen
      title={t('complete.title')}
      heading={t('complete.heading')}
      text={t('complete.text')}
      usual={undefined}
    >
      {returnAddress === undefined ? undefined : (
        <a
          href={returnAddress}
          rel="noreferrer"
          className="inline-flex min-h-[54px] items-center rounded-field border-[1.5px] border-transparent bg-brand px-6 py-2 font-[620] text-brand-ink hover:bg-brand-hover"
        >
          {provider === undefined ? t('complete.backNoProvider') : t('complete.back', { provider })}
        </a>
      )}
    </WaitingScreen>
  )
}
