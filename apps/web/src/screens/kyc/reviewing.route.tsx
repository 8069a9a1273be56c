import { useKycOutcome } from './kyc-queries.ts'
import { ReviewingScreen } from './reviewing-screen.tsx'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { navigate } from '#router/navigation.ts'

export function Reviewing() {
  const { outcome, isFetching, refresh } = useKycOutcome()
  useFollowOutcome({
    outcome,
    stayOn: ['reviewing', 'waiting'],
    go: (page) => void navigate({ to: page, replace: true }),
  })
  return <ReviewingScreen looking={isFetching} onRefresh={refresh} />
}
