import { StartScreen } from './start-screen.tsx'
import { useStartCheck } from './use-start-check.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate, useSearch } from '#router/navigation.ts'

/** Forwards to the check that the server has open for the visitor. Nothing of the query is ever an address. */
export function Screen() {
  const { mintid, mobile } = useSearch()
  const request = { mintid, mobile, retry: false, language: useLanguage() }
  const { failure, retry } = useStartCheck(request, {
    leaves: true,
    onNoCheck: () => void navigate({ to: '/', replace: true }),
  })
  return <StartScreen failure={failure} onRetry={retry} />
}
