import { type IntentOutcome, MINIMUM_AGE } from '@avouch/contract'
import { useRef, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { useIntent, useWayBack } from '#visit/intent.ts'
import { reportedOutcome, rememberOutcome } from '#visit/tab-state.ts'
import { startWithoutApp } from '#visit/visitor.ts'
import { forgetVisit } from '#visit/verification.ts'
import { navigate, useSearch } from '#router/navigation.ts'
import { removePresentation } from './stored-presentation.ts'

/** Reads the request of this visit, and the address to which its visitor returns after the answer of an app. */
export function useAgeAnswer() {
  const { mintid } = useSearch()
  const { provider, asked, accept, test } = useIntent(mintid)
  const [denied, setDenied] = useState(reportedOutcome(mintid) === 'no')
  const isOver = useRef(false)

  /** Ends like the way by an account, except for a no: it touches no account, and the app has shown it already. */
  function answered(isYes: boolean) {
    if (isOver.current) return
    isOver.current = true
    removePresentation()
    forgetVisit()
    if (mintid !== undefined) rememberOutcome(mintid, isYes ? 'yes' : 'no')
    if (isYes) inBackground(navigate({ to: '/complete-process', replace: true }))
    else setDenied(true)
  }
  return {
    mintid,
    provider: provider?.name,
    age: asked?.age ?? MINIMUM_AGE,
    denied,
    test,
    accept,
    wayBack: useWayBack(mintid),
    answered,
    finished: ({ data }: IntentOutcome) => answered(data.result),
    /** Undefined where no account can answer. */
    withoutApp:
      accept?.includes('identity_check') === false
        ? undefined
        : () => {
            startWithoutApp()
            inBackground(navigate({ to: '/auth/prompt' }))
          },
  }
}
export type AgeAnswer = ReturnType<typeof useAgeAnswer>
