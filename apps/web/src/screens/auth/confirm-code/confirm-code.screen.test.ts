import { expect, test, vi } from 'vitest'
import { buttonOf, expectNotice, expectPage, expectSaid, fieldsOf, noticesIn } from '#test/forms.ts'
import { codeSent, GOOD_PIN, NUMBER, openCode, openRegisteredCode } from '#test/sign-in.ts'

const HOUR_MS = 60 * 60_000
const WRITTEN = '+49 1511 2345678'.replaceAll(' ', '\u00a0')
const MASKED = '+49 151 ••• 678'.replaceAll(' ', '\u00a0')
const PENDING = { sms: 'pending', resend_after: 60, restart: false }

/** How many seconds the page says that are left; 0 where there is no wait. */
function secondsLeft(): number {
  const [, minutes, seconds] = /(\d\d):(\d\d)/.exec(document.body.textContent) ?? []
  return Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

test.each([
  ['runs as it should', 0],
  ['is set two hours back', -2],
])('A new code waits for the countdown, while the clock %s [CODE-07 LOGIN-11]', async (_, hours) => {
  const { t, screen, user, advance, callsOf } = await openRegisteredCode()
  const again = () => screen.queryByRole('button', { name: t('confirmCode.resend') })
  expect(again()).toBeNull()
  const before = secondsLeft()
  expect(before).toBeGreaterThan(50)
  vi.setSystemTime(Date.now() + hours * HOUR_MS)
  await advance(5_000)
  await expect.poll(() => before - secondsLeft()).toBeGreaterThanOrEqual(4)
  expect(secondsLeft()).toBeGreaterThan(0)
  await advance(before * 1_000)
  await user.click(await screen.findByRole('button', { name: t('confirmCode.resend') }))
  await expect.poll(() => callsOf('resendCode').length).toBe(2)
  await expect.poll(again).toBeNull()
  expect(secondsLeft()).toBeGreaterThan(50)
})

test('A page that slept learns from the server how long it still has to wait [CODE-07]', async () => {
  const { t, screen, answer } = await openRegisteredCode()
  expect(screen.queryByRole('button', { name: t('confirmCode.resend') })).toBeNull()
  // The clock of the page stood still.
  answer({ codeDelivery: { sms: 'sent', resend_after: 0, restart: false } })
  window.dispatchEvent(new Event('focus'))
  await screen.findByRole('button', { name: t('confirmCode.resend') })
})

test('A wrong number is corrected without a call and without typing all again [LOGIN-11]', async () => {
  const phone = 'https://phone.example/'
  const { t, screen, user, callsOf } = await openRegisteredCode({ settings: { sandboxPhoneUrl: phone } })
  expect(screen.getByRole('link', { name: t('confirmCode.sandboxPhone') }).getAttribute('href')).toBe(phone)
  await user.click(buttonOf(t('confirmCode.wrongNumber')))
  await expectPage(t('register.title'))
  const { number, pin } = fieldsOf(t)
  expect([number.value, pin.value]).toEqual([NUMBER, GOOD_PIN])
  expect(document.activeElement).toBe(number)
  expect([...callsOf('verifyCode'), ...callsOf('resendCode').slice(1)]).toEqual([])
})

test('An SMS that is given up is reported at the next poll, with its number, and another one can be requested [SMS-18 CODE-07]', async () => {
  const { t, screen, user, answer, advance } = await openRegisteredCode({
    answers: { resendCode: codeSent({ pending: true }), codeDelivery: PENDING },
  })
  const givenUp = t('confirmCode.givenUp', { phone: WRITTEN })
  const said = () => document.querySelector('main')?.textContent ?? ''
  await advance(3_000)
  expect(said()).not.toContain(givenUp)
  answer({ codeDelivery: { sms: 'given_up', resend_after: 0, restart: false }, resendCode: codeSent() })
  await expect.poll(() => advance(1_000).then(said)).toContain(givenUp)
  answer({ codeDelivery: { sms: 'sent', resend_after: 60, restart: false } })
  await user.click(buttonOf(t('confirmCode.resend')))
  await expect.poll(() => screen.queryByText(new RegExp(t('confirmCode.resentIn', { time: '' })))).not.toBeNull()
  await expect.poll(said).not.toContain(givenUp)
  expect(noticesIn(t).join(' ')).not.toContain(t('confirmCode.resent'))
})

test.each([
  ['off', 'confirmCode.phoneOff'],
  ['number', 'confirmCode.numberUnknown'],
  ['blocked', 'confirmCode.smsBlocked'],
  ['other', 'confirmCode.undelivered'],
] as const)(
  'An SMS that the network did not deliver (%s) is what the page says within five seconds, and another one can be requested [SMS-23 CODE-07]',
  async (why, phrase) => {
    const { t, screen, user, answer, advance, callsOf } = await openRegisteredCode({
      answers: { codeDelivery: { sms: 'sent', report: 'expected', resend_after: 60, restart: false } },
    })
    const text = t(phrase, { phone: WRITTEN })
    const page = () => document.querySelector('main')?.textContent ?? ''
    await advance(30_000)
    expect(page()).not.toContain(text)
    expect(screen.queryByRole('button', { name: t('confirmCode.resend') })).toBeNull()
    answer({ codeDelivery: { sms: 'sent', report: 'undelivered', why, resend_after: 0, restart: false } })
    await advance(5_000)
    await screen.findByRole('heading', { level: 1, name: t('confirmCode.notArrived') })
    expect(page()).toContain(text)
    expect(page()).not.toContain(t('confirmCode.sentTo', { phone: MASKED }))
    // Nothing lies over the heading, and a reader hears it.
    expect(noticesIn(t)).toEqual([])
    await expect.poll(() => document.querySelector('[aria-live=assertive]')?.textContent).toContain(text)
    const [main] = document.getElementsByTagName('main')
    const first = main?.querySelector('button, input')
    expect(first).toBe(buttonOf(t('confirmCode.resend')))
    const asked = callsOf('codeDelivery').length
    await advance(5_000)
    expect(callsOf('codeDelivery')).toHaveLength(asked)
    window.dispatchEvent(new Event('focus'))
    await expect.poll(() => callsOf('codeDelivery').length).toBe(asked + 1)
    answer({ codeDelivery: { sms: 'sent', report: 'expected', resend_after: 60, restart: false } })
    await user.click(buttonOf(t('confirmCode.resend')))
    await expect.poll(page).not.toContain(text)
    screen.getByRole('heading', { level: 1, name: t('confirmCode.title') })
    expect(callsOf('resendCode')).toHaveLength(2)
    answer({ codeDelivery: { sms: 'sent', report: 'undelivered', why, resend_after: 50, restart: false } })
    await advance(5_000)
    await expect.poll(page).toContain(text)
    expect(secondsLeft()).toBeGreaterThan(40)
  },
)

test('The page asks for a report less often after a minute, and no longer than three [SMS-23]', async () => {
  const { advance, callsOf } = await openRegisteredCode({
    answers: { codeDelivery: { sms: 'sent', report: 'expected', resend_after: 60, restart: false } },
  })
  const asked = () => callsOf('codeDelivery').length
  for (let seconds = 0; seconds < 60; seconds += 3) await advance(3_000)
  const soon = asked()
  expect(soon).toBeGreaterThan(15)
  for (let seconds = 60; seconds < 180; seconds += 3) await advance(3_000)
  expect(asked() - soon).toBeLessThan(15)
  const all = asked()
  await advance(60_000)
  expect(asked()).toBe(all)
})

test('Where no report is expected the page asks once [SMS-23]', async () => {
  const { advance, callsOf } = await openRegisteredCode()
  await advance(30_000)
  expect(callsOf('codeDelivery')).toHaveLength(1)
})

test('Where a sign-in has ended with its SMS the visitor is back at the form with the number [SMS-18]', async () => {
  const { t, answer, advance } = await openRegisteredCode({
    answers: { resendCode: codeSent({ pending: true }), codeDelivery: PENDING },
  })
  answer({ codeDelivery: { sms: 'given_up', resend_after: 0, restart: true } })
  await advance(3_000)
  await expectPage(t('register.title'))
  await expectNotice(t, t('error.cannot_send_sms', { phone: WRITTEN }))
  expect(fieldsOf(t).number.value).toBe(NUMBER)
})

test('A code that could not be sent again is said, with the number [LOGIN-07 LOGIN-11]', async () => {
  const { t, user } = await openCode({ resend_after: 0 }, { answers: { resendCode: 'cannot_send_sms' } })
  await user.click(buttonOf(t('confirmCode.resend')))
  await expectNotice(t, t('error.cannot_send_sms', { phone: WRITTEN }))
})

test('Where no SMS went out the page names the one that is on the phone [CODE-14]', async () => {
  const { t, user, answer } = await openCode({ sent: false, resend_after: 0 })
  const sentBefore = t('confirmCode.sentBefore', { phone: MASKED })
  await expectSaid(sentBefore)
  answer({ resendCode: codeSent({ sent: false }) })
  await user.click(buttonOf(t('confirmCode.resend')))
  await expectNotice(t, t('confirmCode.notResent'))
  await expectNotice(t, sentBefore)
})

test.each([true, false])(
  'While no gateway has taken the SMS the page says that it is on its way, sent: %s [CODE-14 SMS-18]',
  async (sent) => {
    const { t } = await openCode({ sent, pending: true }, { answers: { codeDelivery: PENDING } })
    await expectSaid(t('confirmCode.onItsWay', { phone: MASKED }))
  },
)

test('The page follows a resend whose code has the other form [CODE-01]', async () => {
  const pinId = 'sms_BBBBBBBBBBBBBBBBBBBBBB'
  const { t, screen, user, field, callsOf } = await openCode(
    { resend_after: 0 },
    { answers: { resendCode: codeSent({ pinId, form: 'long' }), verifyCode: 'wrong_sms_code' } },
  )
  await user.click(buttonOf(t('confirmCode.resend')))
  await screen.findByText(new RegExp(t('confirmCode.longWhy')))
  await expect.poll(() => document.activeElement).toBe(field())
  await user.keyboard('K7QM 2X9P 4TRW{Enter}')
  await expect.poll(() => callsOf('verifyCode').map(({ body }) => body)).toEqual([{ pinId, code: 'K7QM-2X9P-4TRW' }])
})
