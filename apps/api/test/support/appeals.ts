import type { VendorOutcome } from '@avouch/contract'
import {
  beginCheck,
  confirmCode,
  createIntent,
  documentHash,
  GOOD_PIN,
  newBrowser,
  newNumber,
  report,
  signUp,
} from './builders.ts'
import { Refusal } from './test-client.ts'
import type { TestApi } from './test-api.ts'

export const WITH_APPEALS = { APPEAL_DAYS: '10', REVIEW_DESK_URL: 'https://identity.test/cases/{tc}' }

/** A person whose first account has ended under age and is erased; in a browser of their own. */
export async function calledUnderAge(api: TestApi, number = newNumber(), cookie = newBrowser()) {
  const tokens = await confirmCode(api, await signUp(api, number, GOOD_PIN, cookie))
  const intent = await createIntent(api)
  const { code } = await beginCheck(api, tokens.access_token, { mintid: intent.mintid })
  await report(api, code, 'UNDERAGED')
  // The erasure sends the website's event first.
  await api.world.until(() => api.world.eventsOf(intent.id).length > 0)
  return { number, cookie, oldAccount: tokens.user_id, oldBearer: tokens.access_token, oldCode: code }
}

/** Registers a stopped number again. @returns the refusal, with its token */
export async function refusedAgain(api: TestApi, number: string, cookie = newBrowser()): Promise<Refusal> {
  const refusal: unknown = await confirmCode(api, await signUp(api, number, GOOD_PIN, cookie)).catch(
    (error: unknown) => error,
  )
  if (!(refusal instanceof Refusal)) throw new Error('the number is not stopped')
  return refusal
}

export const appealWith = async (api: TestApi, appeal_token: string, cookie: string) =>
  (await api.client('beginAppeal', { body: { appeal_token } }, { cookie })).data

/** Somebody who was called under age, after registering again and appealing, for a request of a website. */
export async function appealing(api: TestApi, person?: { number: string; cookie: string }) {
  const { number, cookie } = person ?? (await calledUnderAge(api))
  const { problem } = await refusedAgain(api, number, cookie)
  const tokens = await appealWith(api, problem.appeal_token ?? '', cookie)
  const intent = await createIntent(api, { reference: 'booking-2' })
  const { code, url } = await beginCheck(api, tokens.access_token, { mintid: intent.mintid })
  return { number, cookie, bearer: tokens.access_token, accountId: tokens.user_id, intent, code, url }
}

/** The service's word about a check, as its message and when it is asked. */
export async function says(api: TestApi, code: string, status: VendorOutcome, document = code): Promise<void> {
  api.vendor.known.set(code, status)
  api.vendor.documents.set(code, documentHash(document))
  await report(api, code, status, document)
}
