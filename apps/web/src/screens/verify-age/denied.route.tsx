import { UnderageScreen } from './underage-screen.tsx'
import { useWayBack } from '#visit/way-back.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export function Underage() {
  const wayBack = useWayBack(useSearch().mintid)
  return <UnderageScreen onLogin={() => void navigate({ to: '/auth/login' })} wayBack={wayBack} />
}
