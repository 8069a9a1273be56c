import type { Elements } from '@avouch/design/jsx-runtime'
import { SignedOutScreen, type SignedOutText } from './signed-out-screen.tsx'
import { useIsSignedIn } from '#api/session.ts'
import { useLink } from '#router/link.tsx'
import { navigate } from '#router/navigation.ts'

/** Every address is open: without a session a page says what it is about, and how to log in, with the same request. */
export function NeedsSession({ says, children }: { says: SignedOutText; children: Elements }) {
  const isSignedIn = useIsSignedIn()
  const register = useLink('/auth/register')
  if (isSignedIn) return children
  return <SignedOutScreen says={says} onLogin={() => void navigate({ to: '/auth/login' })} register={register} />
}
