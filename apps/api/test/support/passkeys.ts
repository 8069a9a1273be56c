import { randomBytes } from 'node:crypto'
import { Authenticator, type Forgery } from './authenticator.ts'
import { newAddress } from './address.ts'
import type { TestApi } from './test-api.ts'

/** An address at which there can be passkeys: settings of a server. */
export const WITH_PASSKEYS = { PUBLIC_URL: 'http://localhost:8600' }

/** A phone of a visitor. */
export const newPhone = (options: ConstructorParameters<typeof Authenticator>[1] = {}) =>
  new Authenticator(WITH_PASSKEYS.PUBLIC_URL, options)

type Making = { phone?: Authenticator; name?: string; forged?: Forgery; conditional?: boolean }

/** Makes a passkey in the session. */
export async function addPasskey(api: TestApi, bearer: string, making: Making = {}) {
  const { phone = newPhone(), name, forged, conditional } = making
  const options = await api.client('passkeyCreationOptions', { body: { conditional } }, { bearer })
  const credential = phone.create(options.data, forged)
  const { data } = await api.client('createPasskey', { body: { credential, name } }, { bearer })
  return { phone, credential, ...data }
}

/** The value in the memory of a page. */
export const newPageKey = (): string => randomBytes(32).toString('base64url')

/** Makes the input of the log-in, as a page has it when the person has shown a finger. */
export async function assertion(api: TestApi, phone: Authenticator, forged: Forgery = {}) {
  const pageKey = newPageKey()
  const { data } = await api.client('passkeyRequestOptions', { body: { pageKey } }, { address: newAddress() })
  return { pageKey, credential: phone.sign(data, forged) }
}

/** Logs in by passkey. @returns the tokens */
export async function passkeyLogIn(api: TestApi, phone: Authenticator, forged: Forgery = {}, cookie?: string) {
  const body = await assertion(api, phone, forged)
  return (await api.client('signInByPasskey', { body }, { cookie, address: newAddress() })).data
}

export const passkeysOf = async (api: TestApi, bearer: string) => (await api.client('passkeys', {}, { bearer })).data
