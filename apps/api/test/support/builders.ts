import { createHash, randomInt } from 'node:crypto'
import { type api as endpoints, MINUTE_MS, type Sent, type TokenAnswer, type VendorOutcome } from '@avouch/contract'
import { newId, newToken } from '../../src/platform/identifier.ts'
import { newAddress } from './address.ts'
import type { TestApi } from './test-api.ts'
import { partnerMessage } from './wire.ts'

export const GOOD_PIN = '2580'
export const OTHER_PIN = '9071'

const NUMBERS = 90_000_000
/** Coprime to their number, so that none repeats before all were used, and successive ones are far apart. */
const STRIDE = 55_623_059
let latest = randomInt(NUMBERS)

/** A German mobile number that no other test of the file uses. */
export const newNumber = (): string => {
  latest = (latest + STRIDE) % NUMBERS
  return `+49151${String(10_000_000 + latest)}`
}
export const digits = (number: string): string => number.slice(1)
/** The cookie of a browser that no other test uses. */
export const newBrowser = (): string => `did=${newToken('avdv')}`
export const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000')

/** Six digits that differ from each other and from the right ones. */
export const wrongCodes = (right: string, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, i) => String(i).padStart(6, '0'))
    .filter((code) => code !== right)
    .slice(0, count)

const registration = (number: string, pin: string) =>
  ({ phone: digits(number), password: pin, language: 'en', data_collection_consent: false }) as const

/** Signs up and requests the code: the state in which the visitor waits for the SMS. */
export async function signUp(api: TestApi, number = newNumber(), pin = GOOD_PIN, cookie?: string) {
  await sendSignUp(api, number, pin, cookie)
  return { number, pin, ...(await requestCode(api, number, pin, cookie)) }
}

export const preLogin = (api: TestApi, number: string, pin: string, cookie?: string) =>
  api.client('prelogin', { body: { phone: digits(number), pin } }, { cookie })

/** Logs in as the screens do, up to the code. */
export async function beginSignIn(api: TestApi, number: string, pin: string, cookie?: string) {
  const { data } = await preLogin(api, number, pin, cookie)
  const begun = await requestCode(api, number, pin, cookie)
  return { ...begun, sent: data?.sent ?? begun.sent }
}

/** The password grant, and the code that is sent or on the phone already. */
export async function requestCode(api: TestApi, number: string, pin: string, cookie?: string) {
  const bearer = await passwordGrant(api, number, pin, cookie)
  const {
    pinId,
    resend_after: resendAfter,
    form,
    sent,
  } = (await api.client('resendCode', { body: {} }, { bearer, cookie })).data
  return { bearer, cookie, pinId, resendAfter, form, sent, code: api.world.codeFor(number) }
}

export async function passwordGrant(api: TestApi, number: string, pin: string, cookie?: string): Promise<string> {
  const body = { grant_type: 'password', username: digits(number), password: pin } as const
  const { data } = await api.client('token', { body }, { cookie })
  return data.access_token
}

/** Confirms the SMS code. @returns the session */
export async function confirmCode(
  api: TestApi,
  begun: { bearer: string; cookie?: string | undefined; pinId: string; code: string },
) {
  const { pinId, code } = begun
  return (await api.client('verifyCode', { body: { pinId, code } }, begun)).data
}

/** Only number and PIN, as the sign-up form sends them, each from another home address. */
export const sendSignUp = (api: TestApi, number: string, pin = GOOD_PIN, cookie?: string) =>
  api.client('signup', { body: registration(number, pin) }, { address: newAddress(), cookie })

export const refresh = async (api: TestApi, refresh_token: string, cookie?: string) =>
  (await api.client('token', { body: { grant_type: 'refresh_token', refresh_token } }, { cookie })).data

/** A visitor with a confirmed number and an open session. */
export async function registered(api: TestApi, number = newNumber(), pin = GOOD_PIN) {
  const begun = await signUp(api, number, pin)
  const tokens: TokenAnswer = await confirmCode(api, begun)
  return { number, pin, tokens, bearer: tokens.access_token }
}

export type Visitor = Awaited<ReturnType<typeof registered>>

/** Signs in with PIN and SMS code in the browser, which the account recognises from then on. */
export async function signInOn(api: TestApi, cookie: string, number: string, pin = GOOD_PIN) {
  return confirmCode(api, await beginSignIn(api, number, pin, cookie))
}

/** A confirmed account and a browser that it recognises, after the waits between SMS. */
export async function knownBrowser(api: TestApi): Promise<{ number: string; cookie: string }> {
  const { number } = await registered(api)
  const cookie = newBrowser()
  api.clock.advance(2 * MINUTE_MS)
  await signInOn(api, cookie, number)
  api.clock.advance(2 * MINUTE_MS)
  return { number, cookie }
}

/** Begins a reset, up to the code that is sent or on the phone already. */
export async function requestReset(api: TestApi, number: string, cookie?: string) {
  const { data } = await api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
  if (data === undefined) throw new Error('the number has no account')
  const { pinId, resend_after: resendAfter, form, sent } = data
  return { number, cookie, pinId, resendAfter, form, sent, code: api.world.codeFor(number) }
}

/** Confirms the code of a reset. @returns the token for another PIN */
export async function confirmReset(
  api: TestApi,
  { pinId, code, cookie }: { pinId: string; code: string; cookie?: string | undefined },
): Promise<string> {
  return (await api.client('recoverVerify', { body: { pinId, code } }, { cookie })).data.recoverPinToken
}

/** Proves the number for a reset. */
export const provenNumber = async (api: TestApi, number: string, cookie?: string): Promise<string> =>
  confirmReset(api, await requestReset(api, number, cookie))

/** Sets another PIN. */
export const changePin = (api: TestApi, number: string, recoverPinToken: string, pin = OTHER_PIN, cookie?: string) =>
  api.client('changePin', { body: { phone: digits(number), pin, recoverPinToken } }, { cookie })

export async function createIntent(
  api: TestApi,
  body: Omit<Sent<(typeof endpoints)['createIntent']>['body'], 'redirect_uri'> = {},
  key?: string,
) {
  const { data } = await api.client(
    'createIntent',
    { headers: { 'idempotency-key': key }, body: { redirect_uri: `${api.world.url}/return`, ...body } },
    { bearer: api.credentials.provider.apiKey },
  )
  return data
}

/** An intent of the second provider. */
export async function createMuseumIntent(api: TestApi) {
  const { data } = await api.client(
    'createIntent',
    { headers: {}, body: { redirect_uri: `${api.world.url}/museum/return` } },
    { bearer: api.second.apiKey },
  )
  return data
}

/** A test intent of the first provider that ended without a visitor, when it was created. */
export async function answeredTest(api: TestApi, result: 'yes' | 'no' = 'yes') {
  const { id } = await createIntent(api)
  const bearer = api.credentials.provider.apiKey
  return (await api.client('answerTestIntent', { params: { id }, body: { result } }, { bearer })).data
}

/** Begins the identity check. @returns its transaction code */
export async function beginCheck(
  api: TestApi,
  bearer: string,
  query: { mintid?: string; retry?: '1'; lang?: 'en' | 'de'; mobile?: 'true' | 'false' } = {},
) {
  const { data } = await api.client('kycInit', { query }, { bearer })
  return data.data
}

/** The return id in the address of an identity check. */
export const returnIdOf = (url: string | null): string =>
  new URL(new URL(url ?? '').searchParams.get('oi') ?? '').searchParams.get('return') ?? ''

/** A signed message of the identity-check service. */
export function vendorMessage(
  api: TestApi,
  tc: string,
  status: string,
  {
    id = newId('msg'),
    at = api.clock.now(),
    occurredAt = at,
    secret = api.credentials.identityCheck.callbackSecret,
    more = {},
  }: { id?: string; at?: Date; occurredAt?: Date; secret?: string; more?: object } = {},
) {
  const data = { tc, status, ...more }
  const body = JSON.stringify({ type: 'check.updated', timestamp: occurredAt.toISOString(), data, ...more })
  return partnerMessage(body, { id, at, secret })
}

export const sendCallback = (api: TestApi, message: { body: string; headers: Record<string, string> }) =>
  fetch(`${api.baseUrl}/api/idcheck/callback`, { method: 'POST', ...message })

/** A document hash as the identity-check service sends it. */
export const documentHash = (document: string): string => createHash('sha256').update(document).digest('base64url')

export async function report(api: TestApi, tc: string, status: VendorOutcome, document?: string): Promise<number> {
  const more = document === undefined ? {} : { document_hash: documentHash(document) }
  const response = await sendCallback(api, vendorMessage(api, tc, status, { more }))
  await response.text()
  return response.status
}

/** A visitor after a check with this outcome, for a provider's intent. */
export async function checked(api: TestApi, outcome: VendorOutcome) {
  const visitor = await registered(api)
  const intent = await createIntent(api, { reference: 'booking-1' })
  const { code } = await beginCheck(api, visitor.bearer, { mintid: intent.mintid })
  await report(api, code, outcome)
  return { ...visitor, intent, code }
}
