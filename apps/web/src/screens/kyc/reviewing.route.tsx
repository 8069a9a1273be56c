import { useKycOutcome } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { ReviewingScreen } from './reviewing-screen.tsx'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { useWayBack } from '#visit/way-back.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export const Reviewing = () => (
  <NeedsSession says="reviewing">
    <OwnReviewing />
  </NeedsSession>
)

function OwnReviewing() {
  const { outcome, isFetching, refresh } = useKycOutcome()
  useFollowOutcome({
    outcome,
    stayOn: ['reviewing', 'waiting'],
    go: (page) => void navigate({ to: page, replace: true }),
  })
  const wayBack = useWayBack(useSearch().mintid)
  return <ReviewingScreen looking={isFetching} onRefresh={refresh} wayBack={wayBack} />
}
