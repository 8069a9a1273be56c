import { navigate } from '#router/navigation.ts'
import { authState, pendingSignIn } from '#visit/auth-state.ts'
import { signInFor } from '#visit/sign-in-for.ts'

/** Goes on with the visit once there is a session, and forgets what was typed. */
export async function goOnSignedIn(): Promise<void> {
  pendingSignIn.forget()
  await navigate({ to: signInFor.next(), replace: true })
  signInFor.forget()
  authState.reset()
}
