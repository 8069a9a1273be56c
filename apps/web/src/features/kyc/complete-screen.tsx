import { useTranslate } from '#lib/language.ts'
import { WaitingScreen } from '#features/kyc/waiting-screen.tsx'

export type CompleteScreenProps = {
  provider: string | undefined
  /** The way back to the provider, when its answer gave one. */
  wayBack: string | undefined
}

export function CompleteScreen({ provider, wayBack }: CompleteScreenProps) {
  const t = useTranslate()
  return (
    <WaitingScreen title={t('complete.title')} heading={t('complete.heading')} text={t('complete.text')}>
      {wayBack === undefined ? undefined : (
        <a href={wayBack} rel="noreferrer" className="link inline-flex min-h-11 items-center font-semibold">
          {provider === undefined ? t('complete.backNoProvider') : t('complete.back', { provider })}
        </a>
      )}
    </WaitingScreen>
  )
}
