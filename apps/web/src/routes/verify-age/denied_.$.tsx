import { createFileRoute } from '@tanstack/react-router'
import { UnderageScreen } from '#features/verify-age/denied-screen.tsx'

/** Whatever stands below the address says the same. */
export const Route = createFileRoute('/verify-age/denied_/$')({ component: Underage })

function Underage() {
  const navigate = Route.useNavigate()
  return <UnderageScreen onLogin={() => void navigate({ to: '/auth/login' })} />
}
