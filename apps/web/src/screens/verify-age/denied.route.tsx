import { useEffect, useState } from 'react'
import { UnderageScreen } from './underage-screen.tsx'
import { accountEnded } from '#visit/tab-state.ts'
import { useIsHydrated } from '#router/hydrated.ts'
import { useIntent, useWayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export function Screen() {
  const { mintid } = useSearch()
  const wayBack = useWayBack(mintid)
  const { test } = useIntent(mintid)
  // The server renders the page without knowing the reader.
  const isHydrated = useIsHydrated()
  const [isOwn] = useState(accountEnded.isSo)
  useEffect(() => accountEnded.forget(), [])
  return (
    <UnderageScreen
      ended={isHydrated && isOwn}
      test={test}
      onLogin={() => void navigate({ to: '/auth/login' })}
      wayBack={wayBack}
    />
  )
}
