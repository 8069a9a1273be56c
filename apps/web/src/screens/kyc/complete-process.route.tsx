import { isExternalUrl, SECOND_MS } from '@avouch/contract'
import { useEffect, useState } from 'react'
import { CompleteScreen } from './complete-screen.tsx'
import { useReturnAddress } from './confirm-intent.ts'
import { leaveFor, leaveVisit, returnTabOf } from '#visit/leave.ts'
import { useIntent } from '#visit/intent.ts'
import { handOver, reportedOutcome } from '#visit/tab-state.ts'
import { useLink } from '#router/link.tsx'
import { navigate, useSearch } from '#router/navigation.ts'
import { inBackground } from '#api/report.ts'
import { useIsSignedIn } from '#api/session.ts'

/** Long enough to read the answer. */
const GO_ON_AFTER_MS = 2 * SECOND_MS
const CLOSE_AFTER_MS = 5 * SECOND_MS
/** An address that nothing handles, such as one of an app, leaves the page open. */
const STAYS_AFTER_MS = 5 * SECOND_MS

/**
 * Ends a visit: returns to the website in the tab that it navigated, or closes the tab that was opened for it. With a request that
 * is still open, the visitor decides.
 */
export function Screen() {
  const { mintid: kept, app } = useSearch('/complete-process')
  // The app ends its own request. The one that this browser has kept may be the same or an older one.
  const mintid = app ? undefined : kept
  const { provider, returnAddress, returnWish, gone } = useIntent(mintid)
  const { address: confirmed } = useReturnAddress()
  const known = confirmed ?? returnAddress
  const address = known !== undefined && isExternalUrl(known) ? known : undefined
  const tab =
    mintid === undefined || address === undefined ? undefined : returnTabOf(mintid, returnWish ?? null, address)
  const reported = reportedOutcome(mintid)
  const signedIn = useIsSignedIn()
  const result = useLink('/kyc-check-result')
  const login = useLink('/auth/login')
  const isOpen = reported === 'open'
  const isOver = !isOpen && tab === 'new_tab'
  const goesTo = !isOpen && tab === 'same_tab' ? address : undefined
  const canGoOn = isOpen && tab === 'same_tab'
  // The check was begun elsewhere, or the session was lost on the way.
  const isElsewhere = app || (isOpen && !signedIn && !canGoOn)
  const backTo = app ? 'app' : isElsewhere && mintid === undefined ? handOver.from() : undefined
  const [isEnded, setEnded] = useState(false)
  const isEndedElsewhere = isOpen && gone === 'mintid_used'

  useEffect(() => {
    // The landing page says how a request ended.
    if (isEndedElsewhere) inBackground(navigate({ to: '/', replace: true }))
  }, [isEndedElsewhere])
  useEffect(() => {
    if (goesTo === undefined) return
    const timers = [
      setTimeout(() => leaveFor(goesTo), GO_ON_AFTER_MS),
      setTimeout(() => setEnded(true), GO_ON_AFTER_MS + STAYS_AFTER_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [goesTo])
  useEffect(() => {
    if (goesTo !== undefined || canGoOn) return
    // Where the browser forbids it, the visitor closes the tab.
    const timer = setTimeout(() => {
      if (isOver) window.close()
      setEnded(true)
    }, CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, goesTo, canGoOn])

  const onLeave = () => mintid && address && leaveVisit(mintid, returnWish ?? null, address, { isGone: false })

  return (
    <CompleteScreen
      provider={provider?.name}
      reported={reported}
      returnAddress={address}
      goesOn={goesTo === undefined ? 'stays' : isEnded ? 'tried' : 'soon'}
      isOver={isEnded}
      backTo={backTo}
      login={isElsewhere && backTo === undefined ? login : undefined}
      onward={canGoOn ? { signedIn, target: signedIn ? result : login, onLeave } : undefined}
    />
  )
}
