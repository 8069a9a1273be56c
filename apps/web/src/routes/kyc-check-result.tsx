import { useKycOutcome } from '#features/kyc/kyc-queries.ts'
import { useFollowOutcome } from '#features/kyc/use-follow-outcome.ts'
import { WaitingScreen } from '#features/kyc/waiting-screen.tsx'
import { useTranslate } from '#lib/language.ts'
import { navigate } from '#lib/navigation.ts'

export function CheckResult() {
  const t = useTranslate()
  const { outcome } = useKycOutcome()
  useFollowOutcome({ outcome, go: (page) => void navigate({ to: page, replace: true }) })
  return <WaitingScreen title={t('kyc.title')} heading={t('kyc.checking')} />
}
