import { createFileRoute } from '@tanstack/react-router'
import { CompleteScreen } from '#features/kyc/complete-screen.tsx'
import { useWayBack } from '#features/kyc/confirm-intent.ts'
import { useIntent } from '#lib/intent.ts'
import { isWayOut } from '#lib/leave.ts'

export const Route = createFileRoute('/complete-process')({ component: Complete })

function Complete() {
  const { mintid } = Route.useSearch()
  const { provider } = useIntent(mintid)
  const address = useWayBack((state) => state.address)
  return (
    <CompleteScreen provider={provider} wayBack={address !== undefined && isWayOut(address) ? address : undefined} />
  )
}
