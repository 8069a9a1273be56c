import { useKycOutcome } from '#features/kyc/kyc-queries.ts'
import { ReviewingScreen } from '#features/kyc/reviewing-screen.tsx'
import { useFollowOutcome } from '#features/kyc/use-follow-outcome.ts'
import { navigate } from '#lib/navigation.ts'

export function Reviewing() {
  const { outcome, isFetching, refresh } = useKycOutcome()
  useFollowOutcome({
    outcome,
    stayOn: ['reviewing', 'waiting'],
    go: (page) => void navigate({ to: page, replace: true }),
  })
  return <ReviewingScreen looking={isFetching} onRefresh={refresh} />
}
