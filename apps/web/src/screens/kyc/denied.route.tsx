import { inBackground } from '#api/report.ts'
import { DeniedScreen } from './denied-screen.tsx'
import { clearKycStatus } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { useWayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export const Screen = () => (
  <NeedsSession says="denied">
    <OwnDenied />
  </NeedsSession>
)

function OwnDenied() {
  const wayBack = useWayBack(useSearch().mintid)
  const retry = () => {
    clearKycStatus()
    inBackground(navigate({ to: '/kyc', search: { retry: '1' } }))
  }
  return <DeniedScreen onRetry={retry} wayBack={wayBack} />
}
