import { createFileRoute } from '@tanstack/react-router'
import { UnderageScreen } from '#features/verify-age/denied-screen.tsx'

export const Route = createFileRoute('/verify-age/denied')({ component: Underage })

function Underage() {
  const navigate = Route.useNavigate()
  return <UnderageScreen onLogin={() => void navigate({ to: '/auth/login' })} />
}
