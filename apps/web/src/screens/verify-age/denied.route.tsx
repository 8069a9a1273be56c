import { beginAppeal } from '@avouch/contract'
import { screenSignedIn } from '@avouch/journey'
import { useEffect, useState } from 'react'
import { Appeal } from './appeal.tsx'
import { UnderageScreen } from './underage-screen.tsx'
import { call } from '#api/api.ts'
import { session } from '#api/session.ts'
import { authState, useAuthState } from '#visit/auth-state.ts'
import { accountEnded } from '#visit/tab-state.ts'
import { useIsHydrated } from '#router/hydrated.ts'
import { useIntent, useWayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

/** Makes the account of the sign-up that the token names, in a session of this tab. */
async function appeal(appeal_token: string): Promise<void> {
  session.store((await call(beginAppeal, { body: { appeal_token } })).data)
  authState.reset()
  await navigate({ to: screenSignedIn(undefined), replace: true })
}

export function Screen() {
  const { mintid } = useSearch()
  const wayBack = useWayBack(mintid)
  const { test } = useIntent(mintid)
  // The server renders the page without knowing the reader.
  const isHydrated = useIsHydrated()
  const [isOwn] = useState(accountEnded.isSo)
  const [next] = useState(accountEnded.next)
  const { appealToken } = useAuthState()
  useEffect(() => accountEnded.forget(), [])
  const isEnded = isHydrated && isOwn
  return (
    <UnderageScreen
      ended={isEnded}
      test={test}
      onLogin={() => void navigate({ to: '/auth/login' })}
      wayBack={wayBack}
      appeal={
        isEnded ? (
          <Appeal
            next={next}
            onBegin={appealToken === undefined ? undefined : () => appeal(appealToken)}
            onRegister={() => void navigate({ to: '/auth/register' })}
          />
        ) : null
      }
    />
  )
}
