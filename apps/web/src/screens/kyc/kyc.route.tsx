import type { ProofMethod } from '@avouch/contract'
import { NeedsSession } from './needs-session.tsx'
import { ResolvedReturn } from './resolved-return.tsx'
import { StartScreen } from './start-screen.tsx'
import { useStartCheck } from './use-start-check.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate, useLocation, useSearch } from '#router/navigation.ts'
import { usePart } from '#ui/use-part.ts'
import { useWayBack } from '#visit/intent.ts'

const loadTestOutcome = async () => ({ View: (await import('./test-outcome.tsx')).TestOutcome })

/**
 * Starts the check. A visitor who had to sign in again after it comes with a return id, and sees the outcome; one of a test comes
 * from an app with its kind.
 */
export function Screen() {
  const { by } = useLocation().query
  if (by !== undefined) return <Test method={by === 'id_wallet' ? 'id_wallet' : 'proof_of_age'} />
  return (
    <NeedsSession says="start">
      <ResolvedReturn waiting={WAITING}>
        <Start />
      </ResolvedReturn>
    </NeedsSession>
  )
}

const WAITING = <StartScreen failure={null} onRetry={() => undefined} />

function Start() {
  const { mintid, mobile, retry } = useSearch('/kyc')
  const wayBack = useWayBack(mintid)
  const request = { mintid, mobile, retry: retry === '1', language: useLanguage() }
  const {
    failure,
    staysHere,
    retry: again,
  } = useStartCheck(request, {
    leaves: true,
    onNoCheck: () => void navigate({ to: '/kyc-result/approved', replace: true }),
  })
  return staysHere ? (
    <Test method="identity_check" />
  ) : (
    <StartScreen failure={failure} onRetry={again} wayBack={wayBack} />
  )
}

/** Loaded for tests alone, which are few. */
function Test({ method }: { method: ProofMethod }) {
  const part = usePart(loadTestOutcome, true)
  return part === undefined ? WAITING : <part.View method={method} />
}
