import { CompleteScreen } from '#features/kyc/complete-screen.tsx'
import { useWayBack } from '#features/kyc/confirm-intent.ts'
import { useIntent } from '#lib/intent.ts'
import { useSearch } from '#lib/navigation.ts'
import { isWayOut } from '#lib/way-out.ts'

export function Complete() {
  const { mintid } = useSearch()
  const { provider } = useIntent(mintid)
  const address = useWayBack((state) => state.address)
  return (
    <CompleteScreen provider={provider} wayBack={address !== undefined && isWayOut(address) ? address : undefined} />
  )
}
