import { StartScreen } from './start-screen.tsx'
import { useStartCheck } from './use-start-check.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export function Kyc() {
  const { mintid, mobile, retry } = useSearch('/kyc')
  const request = { mintid, mobile, retry: retry === '1', language: useLanguage() }
  const { failure, retry: again } = useStartCheck(
    request,
    () => void navigate({ to: '/kyc-result/approved', replace: true }),
  )
  return <StartScreen failure={failure} onRetry={again} />
}
