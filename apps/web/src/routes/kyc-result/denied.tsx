import { createFileRoute } from '@tanstack/react-router'
import { DeniedScreen } from '#features/kyc/denied-screen.tsx'
import { clearKycStatus } from '#features/kyc/kyc-queries.ts'
import { requireSession } from '../-guards.ts'

export const Route = createFileRoute('/kyc-result/denied')({
  staticData: { session: true },
  beforeLoad: requireSession,
  component: Denied,
})

function Denied() {
  const navigate = Route.useNavigate()
  const retry = () => {
    clearKycStatus()
    void navigate({ to: '/kyc', search: { retry: '1' } })
  }
  return <DeniedScreen onRetry={retry} />
}
