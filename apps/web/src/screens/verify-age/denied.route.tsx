import { UnderageScreen } from './underage-screen.tsx'
import { navigate } from '#router/navigation.ts'

export function Underage() {
  return <UnderageScreen onLogin={() => void navigate({ to: '/auth/login' })} />
}
