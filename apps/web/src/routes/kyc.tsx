import { createFileRoute } from '@tanstack/react-router'
import { StartScreen } from '#features/kyc/start-screen.tsx'
import { useStartCheck } from '#features/kyc/use-start-check.ts'
import { kycSearch } from '#lib/search.ts'
import { useLanguage } from '#lib/language.ts'
import { requireSession } from './-guards.ts'

export const Route = createFileRoute('/kyc')({
  validateSearch: kycSearch,
  staticData: { session: true },
  beforeLoad: requireSession,
  component: Kyc,
})

function Kyc() {
  const navigate = Route.useNavigate()
  const { mintid, mobile, retry } = Route.useSearch()
  const request = { mintid, mobile, retry: retry === '1', language: useLanguage() }
  const { failure, retry: again } = useStartCheck(
    request,
    () => void navigate({ to: '/kyc-result/approved', replace: true }),
  )
  return <StartScreen failure={failure} onRetry={again} />
}
