import { createFileRoute } from '@tanstack/react-router'
import { useKycOutcome } from '#features/kyc/kyc-queries.ts'
import { ReviewingScreen } from '#features/kyc/reviewing-screen.tsx'
import { useFollowOutcome } from '#features/kyc/use-follow-outcome.ts'
import { requireSession } from '../-guards.ts'

export const Route = createFileRoute('/kyc-result/reviewing')({
  staticData: { session: true },
  beforeLoad: requireSession,
  component: Reviewing,
})

function Reviewing() {
  const navigate = Route.useNavigate()
  const { outcome, isFetching, refresh } = useKycOutcome()
  useFollowOutcome({
    outcome,
    stayOn: ['reviewing', 'waiting'],
    go: (page) => void navigate({ to: page, replace: true }),
  })
  return <ReviewingScreen looking={isFetching} onRefresh={refresh} />
}
