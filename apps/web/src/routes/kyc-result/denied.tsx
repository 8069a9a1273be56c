import { DeniedScreen } from '#features/kyc/denied-screen.tsx'
import { clearKycStatus } from '#features/kyc/kyc-queries.ts'
import { navigate } from '#lib/navigation.ts'

export function Denied() {
  const retry = () => {
    clearKycStatus()
    void navigate({ to: '/kyc', search: { retry: '1' } })
  }
  return <DeniedScreen onRetry={retry} />
}
