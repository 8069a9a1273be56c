import { SECOND_MS } from '@avouch/contract'
import { useEffect } from 'react'
import { CompleteScreen } from './complete-screen.tsx'
import { useReturnAddress } from './confirm-intent.ts'
import { isExternalUrl } from '#visit/external-url.ts'
import { leaveFor } from '#visit/leave.ts'
import { useIntent } from '#visit/intent.ts'
import { returnTabOf } from '#visit/leave-visit.ts'
import { passedOnOf } from '#visit/passed-on.ts'
import { useSearch } from '#router/navigation.ts'

/** Long enough to read what was passed on. */
const GO_ON_AFTER_MS = 2 * SECOND_MS
const CLOSE_AFTER_MS = 5 * SECOND_MS

/** The last page of a visit: goes on to the website in the tab that it navigated, and closes the tab that was opened for it. */
export function Complete() {
  const { mintid } = useSearch()
  const { provider, returnAddress, returnWish } = useIntent(mintid)
  const confirmed = useReturnAddress((state) => state.address)
  const known = confirmed ?? returnAddress
  const address = known !== undefined && isExternalUrl(known) ? known : undefined
  const tab = mintid === undefined || address === undefined ? undefined : returnTabOf(mintid, returnWish ?? null)
  const goesTo = tab === 'same_tab' ? address : undefined

  useEffect(() => {
    if (goesTo === undefined) return
    const timer = setTimeout(() => leaveFor(goesTo), GO_ON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [goesTo])
  useEffect(() => {
    if (tab !== 'new_tab') return
    // A browser that does not let it close leaves it to the visitor.
    const timer = setTimeout(() => window.close(), CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [tab])

  return (
    <CompleteScreen
      provider={provider?.name}
      passedOn={passedOnOf(mintid)}
      returnAddress={address}
      goesOn={goesTo !== undefined}
      isOver={tab === 'new_tab'}
    />
  )
}
