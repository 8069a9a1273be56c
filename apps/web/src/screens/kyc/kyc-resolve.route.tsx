import { StartScreen } from './start-screen.tsx'
import { useStartCheck } from './use-start-check.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate, useSearch } from '#router/navigation.ts'

/** Forwards to the visitor's open check. Takes no address from the query. */
export function Screen() {
  const { mintid, mobile } = useSearch()
  const request = { mintid, mobile, retry: false, language: useLanguage() }
  const { failure, retry } = useStartCheck(request, {
    leaves: true,
    onNoCheck: () => void navigate({ to: '/', replace: true }),
  })
  return <StartScreen failure={failure} onRetry={retry} />
}
