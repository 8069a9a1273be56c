import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { changePin, newBrowser, OTHER_PIN, provenNumber } from '#test/builders.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, payer } from '#test/money.ts'
import { addPasskey, passkeyLogIn, WITH_PASSKEYS } from '#test/passkeys.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi(WITH_PASSKEYS)
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

/** Someone with money, a passkey, and a payment that is confirmed. */
async function buyer() {
  const visitor = await payer(the.api, 5_000)
  const { phone } = await addPasskey(the.api, visitor.bearer)
  const { mintid } = await askForPayment(the.api, key, { expires_in_minutes: 2_880 })
  await confirmPayment(the.api, mintid, visitor.bearer)
  return { ...visitor, phone, mintid }
}

test('A log-in by passkey is fresh enough to pay, for five minutes [PASSKEY-07 PAY-10]', async () => {
  const { phone, mintid, bearer } = await buyer()
  the.api.clock.advance(5 * MINUTE_MS)
  await expect(executePayment(the.api, mintid, bearer)).rejects.toMatchObject({ code: 'step_up_required' })
  const { access_token } = await passkeyLogIn(the.api, phone)
  expect((await executePayment(the.api, mintid, access_token)).status).toBe(200)
})

test('A passkey, and the PIN that it sets, end no wait of payments after a reset in an unknown browser [PASSKEY-07 PAY-11]', async () => {
  const { phone, mintid, number } = await buyer()
  const thief = newBrowser()
  the.api.clock.advance(MINUTE_MS)
  await changePin(the.api, number, await provenNumber(the.api, number, thief), OTHER_PIN, thief)
  const cookie = newBrowser()
  const { access_token: bearer } = await passkeyLogIn(the.api, phone, {}, cookie)
  await expect(executePayment(the.api, mintid, bearer)).rejects.toMatchObject({ code: 'payment_held' })
  await the.api.client('setPin', { body: { password: '3807' } }, { bearer, cookie })
  await expect(executePayment(the.api, mintid, bearer)).rejects.toMatchObject({ code: 'payment_held' })
  the.api.clock.advance(24 * HOUR_MS)
  const { access_token: later } = await passkeyLogIn(the.api, phone, {}, cookie)
  expect((await executePayment(the.api, mintid, later)).status).toBe(200)
})
