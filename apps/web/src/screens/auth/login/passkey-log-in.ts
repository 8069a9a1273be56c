import { type PasskeyAssertion, passkeyRequestOptions, signInByPasskey } from '@avouch/contract'
import { track } from '#analytics/track.ts'
import { call } from '#api/api.ts'
import { session } from '#api/session.ts'
import { goOnSignedIn } from '#screens/auth/signed-in.ts'
import { askBrowserForKey, newPageKey } from '#visit/ask-browser.ts'

/** Logs in by what the browser has given; nothing happens on a page that was left. @throws AppError passkey_refused, account_locked; CallFailure */
export async function logInByAssertion(pageKey: string, found: PublicKeyCredential, over: AbortSignal): Promise<void> {
  const credential = found.toJSON() as PasskeyAssertion
  const { data } = await call(signInByPasskey, { body: { pageKey, credential } })
  if (over.aborted) return
  session.store(data)
  track('loggedIn')
  await goOnSignedIn()
}

/** Asks for a passkey, at a press, and logs in by it. @throws also AppError too_many_requests */
export async function logInByPasskey(over: AbortSignal): Promise<void> {
  track('login')
  const pageKey = newPageKey()
  const found = await askBrowserForKey(over, async (signal) => {
    const { data } = await call(passkeyRequestOptions, { body: { pageKey } }, { signal })
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(data), signal })
  })
  if (found !== undefined) await logInByAssertion(pageKey, found, over)
}
