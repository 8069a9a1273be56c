import { NeedsSession } from './needs-session.tsx'
import { ResolvedReturn } from './resolved-return.tsx'
import { StartScreen } from './start-screen.tsx'
import { useStartCheck } from './use-start-check.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate, useSearch } from '#router/navigation.ts'

/** A visitor who had to sign in again after the check comes with its return id, and sees what it came to. */
export function Kyc() {
  return (
    <NeedsSession says="start">
      <ResolvedReturn waiting={<StartScreen failure={null} onRetry={() => undefined} />}>
        <Start />
      </ResolvedReturn>
    </NeedsSession>
  )
}

function Start() {
  const { mintid, mobile, retry } = useSearch('/kyc')
  const request = { mintid, mobile, retry: retry === '1', language: useLanguage() }
  const { failure, retry: again } = useStartCheck(
    request,
    () => void navigate({ to: '/kyc-result/approved', replace: true }),
  )
  return <StartScreen failure={failure} onRetry={again} />
}
