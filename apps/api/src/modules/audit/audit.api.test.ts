import { expect, test } from 'vitest'
import {
  checked,
  digits,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  provenNumber,
  registered,
  report,
  signInOn,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

const eventsOf = async (bearer: string) =>
  (await the.api.client('exportData', {}, { bearer })).data.security_events.map(({ type }) => type)
const refused = (call: Promise<unknown>) => call.catch((error: unknown) => error)

test('The audit trail records a sign-up, wrong PINs, the lockout at the tenth, and the change of the PIN [AUDIT-04]', async () => {
  const { number } = await registered(the.api)
  const guess = () => refused(the.api.client('prelogin', { body: { phone: digits(number), pin: OTHER_PIN } }))
  for (let i = 0; i < 10; i++) {
    await guess()
    the.api.clock.advance(5 * 3_600_000)
  }
  await guess()
  const recoverPinToken = await provenNumber(the.api, number)
  await the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } })
  const { access_token } = await signInOn(the.api, newBrowser(), number, OTHER_PIN)
  expect(await eventsOf(access_token)).toEqual([
    'otp.verified',
    'signup.completed',
    'auth.token.issued',
    ...Array.from({ length: 10 }, () => 'auth.pin.wrong'),
    'auth.pin.closed_unknown',
    'auth.pin.throttled',
    'otp.sent',
    'otp.verified',
    'auth.pin.changed',
    'session.revoked',
    'auth.token.issued',
    'auth.pin.ok',
    'otp.sent',
    'auth.pin.ok',
    'auth.token.issued_pre2fa',
    'otp.verified',
    'device.added',
    'auth.token.issued',
    'account.exported',
  ])
})

test('The audit trail records an identity check and the answer that it gave [AUDIT-04]', async () => {
  const { bearer, intent, code } = await checked(the.api, 'COMPLETED')
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  for (let i = 0; i < 2; i++)
    await the.api.client(
      'confirmIntent',
      { params: { id: intent.mintid }, body: { callback: 'https://elsewhere.test/' } },
      { bearer },
    )
  expect((await eventsOf(bearer)).slice(3)).toEqual([
    'intent.bound',
    'kyc.code_issued',
    'kyc.status',
    'kyc.out_of_order',
    'intent.confirmed',
    'intent.confirm_repeated',
    'account.exported',
  ])
})

test('The command audit verify says that the chain is whole, or names the event where it is not [AUDIT-06]', async () => {
  const { bearer } = await registered(the.api)
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })

  const { lines, exitCode } = await the.api.command('audit', 'verify')
  expect(lines).toEqual([expect.stringMatching(/^[1-9][0-9]+ events, chain whole; head [0-9]+:[0-9a-f]{64}$/)])
  expect(exitCode).toBe(0)
  const head = lines[0]?.split(' ').at(-1) ?? ''
  await registered(the.api)
  expect(await the.api.command('audit', 'verify', head)).toMatchObject({ exitCode: 0 })
  const forged = head.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  expect(await the.api.command('audit', 'verify', forged)).toEqual({
    lines: [`Broken at event ${head.split(':')[0] ?? ''}.`],
    exitCode: 1,
  })
})
