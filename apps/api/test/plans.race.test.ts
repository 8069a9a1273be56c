import { kycStatus, MINUTE_MS, prelogin, resendCode, token, verifyCode } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  createIntent,
  digits,
  GOOD_PIN,
  newBrowser,
  otherThan,
  refresh,
  signUp,
} from './support/builders.ts'
import { pathsOf } from './support/count-statements.ts'
import { useTestApi } from './support/use-test-api.ts'
import { indexesRead, wholeReads } from './support/whole-reads.ts'

const the = useTestApi()

// Before the other test, which lets PostgreSQL learn how many rows there are.
test('OPS-70 a website’s new request reads none of its earlier ones, with an idempotency key and without', async () => {
  const ran = await pathsOf(async () => {
    await createIntent(the.api)
    await createIntent(the.api, {}, 'order-1')
  })
  const statements = [...ran.values()].flatMap((one) => one.statements)
  expect(await indexesRead(the.api.databaseUrl ?? '', statements)).not.toContain('intent_by_provider')
})

test('OPS-70 what every visitor does reads no table from end to end, planned while there was next to nothing in it', async () => {
  const ran = await pathsOf(async () => {
    const begun = await signUp(the.api)
    await confirmCode(the.api, { ...begun, code: otherThan(begun.code) }).catch(() => undefined)
    const { refresh_token, access_token } = await confirmCode(the.api, begun)
    await the.api.client('kycStatus', {}, { bearer: access_token })
    await refresh(the.api, refresh_token ?? '')
    the.api.clock.advance(2 * MINUTE_MS)
    const cookie = newBrowser()
    await the.api.client('prelogin', { body: { phone: digits(begun.number), pin: GOOD_PIN } }, { cookie })
    const again = await beginSignIn(the.api, begun.number, GOOD_PIN, cookie)
    the.api.clock.advance(MINUTE_MS)
    await the.api.client('resendCode', { body: { pinId: again.pinId } }, { bearer: again.bearer, cookie })
  })
  expect([...ran.keys()]).toEqual(
    expect.arrayContaining([kycStatus, prelogin, resendCode, token, verifyCode].map(({ path }) => path)),
  )
  const statements = [...ran.values()].flatMap((one) => one.statements)
  expect(await wholeReads(the.api.databaseUrl ?? '', statements)).toEqual([])
})
