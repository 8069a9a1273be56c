import { SIGN_IN_START } from '@avouch/journey'
import { useEffect, useState } from 'react'
import { isOutage } from '#api/connection.ts'
import { isRefusal } from '#api/error-text.ts'
import { inBackground } from '#api/report.ts'
import { navigate } from '#router/navigation.ts'
import { resume } from '#screens/auth/sign-in.ts'
import { LoadingScreen } from '#screens/layout/loading-screen.tsx'
import { MessageScreen } from '#screens/layout/message-screen.tsx'
import { begunSignIn } from '#visit/begun-sign-in.ts'

/** Goes on with the sign-in that this tab began; where its code is over, its form says why it is there again. */
export function Resume() {
  const [failure, setFailure] = useState<'offline' | 'crash'>()
  useEffect(() => {
    const kept = begunSignIn.identificationToken()
    // Without it the visitor is on the way to another screen.
    if (failure !== undefined || kept === undefined) return
    resume(kept).catch((error: unknown) => {
      if (!isRefusal(error, 'wrong_verification', 'invalid_request'))
        return setFailure(isOutage(error) ? 'offline' : 'crash')
      const to = begunSignIn.takeAfterReload() ?? SIGN_IN_START
      inBackground(navigate({ to, replace: true }))
    })
  }, [failure])
  return failure === undefined ? (
    <LoadingScreen />
  ) : (
    <MessageScreen message={failure} onAct={() => setFailure(undefined)} />
  )
}
