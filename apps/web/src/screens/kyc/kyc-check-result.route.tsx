import { useKycOutcome } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { ResolvedReturn } from './resolved-return.tsx'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { navigate } from '#router/navigation.ts'

export function Screen() {
  const t = useTranslate()
  const waiting = <WaitingScreen title={t('kyc.title')} heading={t('kyc.checking')} />
  return (
    <NeedsSession says="result">
      <ResolvedReturn waiting={waiting}>
        <FollowOutcome />
        {waiting}
      </ResolvedReturn>
    </NeedsSession>
  )
}

function FollowOutcome() {
  const { outcome } = useKycOutcome()
  useFollowOutcome({ outcome, go: (page) => void navigate({ to: page, replace: true }) })
  return null
}
