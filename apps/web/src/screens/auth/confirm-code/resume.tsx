import { AppError } from '@avouch/contract'
import { SIGN_IN_START } from '@avouch/journey'
import { useEffect, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { navigate } from '#router/navigation.ts'
import { resume } from '#screens/auth/sign-in.ts'
import { LoadingScreen } from '#screens/layout/loading-screen.tsx'
import { MessageScreen } from '#screens/layout/message-screen.tsx'
import { begunSignIn } from '#visit/begun-sign-in.ts'

/** Goes on with the sign-in that this tab began; where its code is over, its form says why it is there again. */
export function Resume() {
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const kept = begunSignIn.identificationToken()
    // Without it the visitor is on the way to another screen.
    if (isOffline || kept === undefined) return
    resume(kept).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) return setOffline(true)
      const to = begunSignIn.takeAfterReload() ?? SIGN_IN_START
      inBackground(navigate({ to, replace: true }))
    })
  }, [isOffline])
  return isOffline ? <MessageScreen message="offline" onAct={() => setOffline(false)} /> : <LoadingScreen />
}
