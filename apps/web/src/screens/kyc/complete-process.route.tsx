import { CompleteScreen } from './complete-screen.tsx'
import { useReturnAddress } from './confirm-intent.ts'
import { useIntent } from '#visit/intent.ts'
import { useSearch } from '#router/navigation.ts'
import { isExternalUrl } from '#visit/external-url.ts'

export function Complete() {
  const { mintid } = useSearch()
  const { provider } = useIntent(mintid)
  const address = useReturnAddress((state) => state.address)
  return (
    <CompleteScreen
      provider={provider}
      returnAddress={address !== undefined && isExternalUrl(address) ? address : undefined}
    />
  )
}
