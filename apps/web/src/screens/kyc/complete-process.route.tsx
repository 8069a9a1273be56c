import { CompleteScreen } from './complete-screen.tsx'
import { useWayBack } from './confirm-intent.ts'
import { useIntent } from '#visit/intent.ts'
import { useSearch } from '#router/navigation.ts'
import { isWayOut } from '#visit/way-out.ts'

export function Complete() {
  const { mintid } = useSearch()
  const { provider } = useIntent(mintid)
  const address = useWayBack((state) => state.address)
  return (
    <CompleteScreen provider={provider} wayBack={address !== undefined && isWayOut(address) ? address : undefined} />
  )
}
