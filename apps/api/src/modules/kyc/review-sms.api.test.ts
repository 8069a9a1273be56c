import { MINUTE_MS, OPEN_REQUEST, type VendorOutcome } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, createIntent, registered, report, sendCallback, vendorMessage } from '#test/builders.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({}, pollEvery(20))
const LINK = 'http://product.test/kyc-check-result?return=open'
const EN = `Your check is finished. Go back to Avouch and press Refresh, or log in here: ${LINK}`

async function reviewed() {
  const visitor = await registered(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer)
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  return { ...visitor, code }
}
const textsTo = (number: string) =>
  the.api.world
    .sentTo(number)
    .slice(1)
    .map(({ text }) => text)
const untilTold = (number: string) => the.api.world.until(() => textsTo(number).length > 0)

test.each<VendorOutcome>(['COMPLETED', 'COMPLETED_FRAUD', 'MANUAL_REVIEW_REJECTED', 'USER_PROCESS_EXPIRED'])(
  '%s after a review sends an SMS that does not name the decision [KYC-27]',
  async (outcome) => {
    const { number, code } = await reviewed()
    await report(the.api, code, outcome)
    await untilTold(number)
    expect(textsTo(number)).toEqual([EN])
  },
)

test('One SMS is sent after a review, however often and by whatever path the outcome arrives [KYC-27]', async () => {
  const { number, code } = await reviewed()
  the.api.vendor.known.set(code, 'COMPLETED')
  const message = vendorMessage(the.api, code, 'COMPLETED')
  for (let i = 0; i < 3; i++) await sendCallback(the.api, message)
  await report(the.api, code, 'COMPLETED_FRAUD')
  const other = await reviewed()
  the.api.vendor.known.set(other.code, 'MANUAL_REVIEW_REJECTED')
  the.api.clock.advance(30 * MINUTE_MS)
  await untilTold(other.number)
  expect([textsTo(number), textsTo(other.number)]).toEqual([[EN], [EN]])
})

test('No SMS is sent for a check without a review, a review under way, or an account that has ended [KYC-27]', async () => {
  const plain = await registered(the.api)
  await report(the.api, (await beginCheck(the.api, plain.bearer)).code, 'COMPLETED')
  const waiting = await reviewed()
  const young = await reviewed()
  await report(the.api, young.code, 'UNDERAGED')
  const told = await reviewed()
  await report(the.api, told.code, 'COMPLETED')
  await untilTold(told.number)
  for (const { number } of [plain, waiting, young]) expect(textsTo(number)).toEqual([])
})

test('The link of the SMS after a review finds the newest open request of the account, and of no other [KYC-27]', async () => {
  const open = async (bearer: string) =>
    (await the.api.client('kycReturn', { params: { id: OPEN_REQUEST } }, { bearer })).data.mintid
  const visitor = await registered(the.api)
  expect(await open(visitor.bearer)).toBeNull()
  const first = await createIntent(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer, { mintid: first.mintid })
  expect(await open(visitor.bearer)).toBe(first.mintid)
  the.api.clock.advance(MINUTE_MS)
  const second = await createIntent(the.api)
  await beginCheck(the.api, visitor.bearer, { mintid: second.mintid })
  expect(await open(visitor.bearer)).toBe(second.mintid)
  expect(await open((await registered(the.api)).bearer)).toBeNull()
  await report(the.api, code, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: second.mintid }, body: {} }, visitor)
  expect(await open(visitor.bearer)).toBe(first.mintid)
})
