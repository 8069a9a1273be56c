import { createFileRoute, redirect } from '@tanstack/react-router'
import { StartScreen } from '#features/kyc/start-screen.tsx'
import { useStartCheck } from '#features/kyc/use-start-check.ts'
import { session } from '#lib/session.ts'
import { useLanguage } from '#lib/language.ts'

export const Route = createFileRoute('/kyc-resolve')({
  beforeLoad: () => {
    if (!session.isOpen()) throw redirect({ to: '/', replace: true })
  },
  component: Resolve,
})

/** Forwards to the check that the server has open for the visitor. Nothing of the query is ever an address. */
function Resolve() {
  const navigate = Route.useNavigate()
  const { mintid, mobile } = Route.useSearch()
  const request = { mintid, mobile, retry: false, language: useLanguage() }
  const { failure, retry } = useStartCheck(request, () => void navigate({ to: '/', replace: true }))
  return <StartScreen failure={failure} onRetry={retry} />
}
