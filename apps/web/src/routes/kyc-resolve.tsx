import { StartScreen } from '#features/kyc/start-screen.tsx'
import { useStartCheck } from '#features/kyc/use-start-check.ts'
import { useLanguage } from '#lib/language.ts'
import { navigate, useSearch } from '#lib/navigation.ts'

/** Forwards to the check that the server has open for the visitor. Nothing of the query is ever an address. */
export function Resolve() {
  const { mintid, mobile } = useSearch()
  const request = { mintid, mobile, retry: false, language: useLanguage() }
  const { failure, retry } = useStartCheck(request, () => void navigate({ to: '/', replace: true }))
  return <StartScreen failure={failure} onRetry={retry} />
}
