import { useLayoutEffect, useState } from 'react'
import { UnderageScreen } from './underage-screen.tsx'
import { takeAccountEnded } from '#visit/account-ended.ts'
import { useIntent } from '#visit/intent.ts'
import { useWayBack } from '#visit/way-back.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export function Screen() {
  const { mintid } = useSearch()
  const wayBack = useWayBack(mintid)
  const { test } = useIntent(mintid)
  // The server renders the page for any reader.
  const [ended, setEnded] = useState(false)
  useLayoutEffect(() => {
    if (takeAccountEnded()) setEnded(true)
  }, [])
  return (
    <UnderageScreen ended={ended} test={test} onLogin={() => void navigate({ to: '/auth/login' })} wayBack={wayBack} />
  )
}
