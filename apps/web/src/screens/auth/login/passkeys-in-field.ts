// Loaded once the page is idle, without the API client: most visitors have no passkey.

import { MINUTE_MS, PASSKEY_OPTIONS_PATH, type PasskeyRequestOptions } from '@avouch/contract'
import { askBrowserForKey, newPageKey } from '#visit/ask-browser.ts'

/** Less than the five minutes of a challenge. */
const FRESH_MS = 4 * MINUTE_MS

const untilSeen = () =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

/** @returns undefined where none are to be had; the visitor has asked for nothing, and needs no message */
async function readOptions(pageKey: string, signal: AbortSignal): Promise<PasskeyRequestOptions | undefined> {
  const headers = { 'content-type': 'application/json' }
  const address = `${import.meta.env['VITE_AUTH_URL'] ?? ''}${PASSKEY_OPTIONS_PATH}`
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ pageKey }), signal })
  return answer.ok ? ((await answer.json()) as PasskeyRequestOptions) : undefined
}

type FieldOffer = { over: AbortSignal; onOffer: () => void; onRefused: (error: unknown) => void }

/** Offers passkeys in the number's field, where the browser can, until the page is left or the button asks for one. */
export async function offerInField({ over, onOffer, onRefused }: FieldOffer): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
  onOffer()
  while (!over.aborted) {
    await untilSeen()
    const stale = new AbortController()
    const timer = setTimeout(() => stale.abort(), FRESH_MS)
    const pageKey = newPageKey()
    const found = await askBrowserForKey(AbortSignal.any([over, stale.signal]), async (signal) => {
      const options = await readOptions(pageKey, signal)
      if (options === undefined) return null
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      return navigator.credentials.get({ publicKey, signal, mediation: 'conditional' })
    })
    clearTimeout(timer)
    // The button has taken its place.
    if (found === undefined && !stale.signal.aborted) return
    if (found === undefined) continue
    const { logInByAssertion } = await import('./passkey-log-in.ts')
    try {
      return await logInByAssertion(pageKey, found, over)
    } catch (error) {
      onRefused(error)
    }
  }
}
