import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { changePin, checked, OTHER_PIN, passwordGrant, provenNumber, registered } from './support/builders.ts'
import {
  askForPayment,
  confirmPayment,
  deposit,
  executePayment,
  liveKey,
  payer,
  refund,
  sentAgain,
  walletOf,
} from './support/money.ts'
import { useTestApi } from './support/use-test-api.ts'
import { createClient, getCode, redeem, userinfo, WITH_OIDC } from './support/website.ts'

/** A journey for each kind of what is written, on both databases. */
const the = useTestApi(WITH_OIDC)

test('A visitor of age is confirmed once, and the provider receives a yes that verifies [PROV-06 PROV-05]', async () => {
  const { api } = the
  const { bearer, intent } = await checked(api, 'COMPLETED')
  const confirm = () => api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  const confirmed = { status: 'confirmed', data: { redirect_uri: intent.redirect_uri, result: true } }
  expect(await confirm()).toEqual({ status: 200, data: confirmed })
  expect(await confirm()).toEqual({ status: 202, data: confirmed })

  await api.world.until(() => api.world.eventsOf(intent.id).length > 0)
  const received = api.world.eventsOf(intent.id)
  expect(received).toHaveLength(1)
  const { data: keys } = await api.client('jwks', {})
  const { payload } = await jwtVerify(received[0]?.event.data.verdict ?? '', createLocalJWKSet(keys), {
    issuer: 'http://product.test',
    audience: api.credentials.provider.id,
  })
  expect(payload).toMatchObject({ intent_id: intent.id, reference: 'booking-1', result: 'yes', minimum_age: 18 })
})

test('A new PIN ends what the old one opened, and an account that is deleted is gone [RESET-06 ACCOUNT-03]', async () => {
  const { api } = the
  const { number, pin, bearer, tokens } = await registered(api)
  await changePin(api, number, await provenNumber(api, number))
  await expect(api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(passwordGrant(api, number, pin)).rejects.toMatchObject({ code: 'invalid_grant' })
  expect(await passwordGrant(api, number, OTHER_PIN)).toMatch(/^avat_/)

  const leaving = await registered(api)
  await api.client('deleteAccount', { body: { pin: leaving.pin } }, { bearer: leaving.bearer })
  await expect.poll(() => api.rows('select 1 from account where id = $1', [leaving.tokens.user_id])).toEqual([])
  expect(await api.rows('select 1 from account where id = $1', [tokens.user_id])).toHaveLength(1)
})

test('A payment is reserved, paid once and refunded, and a stray deposit goes back until the bank takes it [PAY-05 PAY-13 WALLET-05]', async () => {
  const { api } = the
  const key = await liveKey(api)
  const { bearer } = await payer(api, 5_000)
  const { id, mintid } = await askForPayment(api, key)
  await confirmPayment(api, mintid, bearer)
  expect(await walletOf(api, bearer)).toMatchObject({ available: 3_001, reserved: 1_999 })
  expect((await executePayment(api, mintid, bearer)).status).toBe(200)
  expect((await executePayment(api, mintid, bearer)).status).toBe(202)
  await refund(api, key, id, 500, 'a')
  expect(await walletOf(api, bearer)).toMatchObject({ available: 3_501, reserved: 0 })

  api.world.answers.bank.status = 503
  const stray = await deposit(api, 'nobody', 800)
  await api.world.until(() => api.world.returnsOf(stray).length > 0)
  api.world.answers.bank.status = 204
  await sentAgain(api, stray)
  expect(new Set(api.world.returnsOf(stray).map(({ key: once }) => once)).size).toBe(1)
  expect(await api.operate('ledger', 'verify')).toEqual([expect.stringContaining('all right')])
})

test('A website that asks by OpenID Connect gets a code that is good once [OIDC-02 OIDC-29]', async () => {
  const { api } = the
  const client = await createClient(api)
  const got = await getCode(api, client)
  const { data } = await redeem(api, client, got)
  expect((await userinfo(api, data['access_token'] ?? '')).data).toMatchObject({ age_over_18: true })
  expect(await redeem(api, client, got)).toMatchObject({ status: 400, data: { error: 'invalid_grant' } })
})
