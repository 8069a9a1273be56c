import { createPasskey, passkeyCreationOptions, type PasskeyRegistration, passkeys } from '@avouch/contract'
import { askBrowserForKey } from './ask-browser.ts'
import { call } from '#api/api.ts'
import { inTab, readItem, writeItem } from '#api/storage.ts'

/** By which a person tells the devices in the list apart. */
const DEVICE = /iPhone|iPad|Android|Windows|Mac|Linux/

type Making = { over: AbortSignal; isUnasked?: boolean }

/**
 * Makes a passkey on this device, which has at most one of an account. isUnasked: the browser makes it without asking, if it wants to.
 * @throws AppError sign_in_again, passkey_held, conflict, passkey_refused, too_many_requests; CallFailure
 */
export async function makePasskey({ over, isUnasked = false }: Making): Promise<'made' | 'known' | 'cancelled'> {
  try {
    const made = await askBrowserForKey(over, async (signal) => {
      const { data } = await call(passkeyCreationOptions, { body: isUnasked ? { conditional: true } : {} }, { signal })
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data as PublicKeyCredentialCreationOptionsJSON)
      const options = { publicKey, signal, ...(isUnasked && { mediation: 'conditional' }) }
      return navigator.credentials.create(options)
    })
    if (made === undefined) return 'cancelled'
    const name = DEVICE.exec(navigator.userAgent)?.[0]
    await call(createPasskey, { body: { credential: made.toJSON() as PasskeyRegistration, name } })
    return 'made'
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError') return 'known'
    throw error
  }
}

/** True where the device has a finger, face or PIN of its own, and the account has no passkey and may add one. */
export async function lacksPasskey(): Promise<boolean> {
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false
  const { data } = await call(passkeys)
  return data.data.length === 0 && data.held_until === null
}

const TRIED = 'passkey_tried'
/** Some browsers never settle. */
const LONGEST_MS = 20_000

/** Makes a passkey without asking, once in a visit, where the browser does so after its password manager has filled in the PIN. */
export async function makeUnasked(): Promise<void> {
  if (readItem(inTab, TRIED) !== undefined) return
  const { conditionalCreate } = (await PublicKeyCredential.getClientCapabilities?.()) ?? {}
  if (conditionalCreate !== true) return
  writeItem(inTab, TRIED, 'yes')
  const over = new AbortController()
  setTimeout(() => over.abort(), LONGEST_MS)
  await makePasskey({ over: over.signal, isUnasked: true })
}
