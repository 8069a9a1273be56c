import { UnderageScreen } from './underage-screen.tsx'
import { useIntent } from '#visit/intent.ts'
import { useWayBack } from '#visit/way-back.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export function Screen() {
  const { mintid } = useSearch()
  const wayBack = useWayBack(mintid)
  const { test } = useIntent(mintid)
  return <UnderageScreen test={test} onLogin={() => void navigate({ to: '/auth/login' })} wayBack={wayBack} />
}
