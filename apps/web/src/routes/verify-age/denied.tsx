import { UnderageScreen } from '#features/verify-age/denied-screen.tsx'
import { navigate } from '#lib/navigation.ts'

export function Underage() {
  return <UnderageScreen onLogin={() => void navigate({ to: '/auth/login' })} />
}
