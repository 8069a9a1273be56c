import { useKycOutcome } from './kyc-queries.ts'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { navigate } from '#router/navigation.ts'

export function CheckResult() {
  const t = useTranslate()
  const { outcome } = useKycOutcome()
  useFollowOutcome({ outcome, go: (page) => void navigate({ to: page, replace: true }) })
  return <WaitingScreen title={t('kyc.title')} heading={t('kyc.checking')} />
}
