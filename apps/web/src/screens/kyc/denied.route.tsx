import { DeniedScreen } from './denied-screen.tsx'
import { clearKycStatus } from './kyc-queries.ts'
import { navigate } from '#router/navigation.ts'

export function Denied() {
  const retry = () => {
    clearKycStatus()
    void navigate({ to: '/kyc', search: { retry: '1' } })
  }
  return <DeniedScreen onRetry={retry} />
}
