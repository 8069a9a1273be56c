import { expect, test } from 'vitest'
import { PASSKEYS } from '#e2e/support/own-account.ts'
import { buttonOf, expectErrorAt, expectNotice, expectPage, fieldsOf, fill } from '#test/forms.ts'
import { type Answers, type Opening, openPage } from '#test/page.ts'
import { codeSent, GRANTED, nothingFound, NUMBER, PIN_ID } from '#test/sign-in.ts'

const NEW_PIN = '7319'
const CODE = '407119'
const PROVEN = { recoverPinToken: 'proof' }

const RESETTING: Answers = {
  prechangePin: { found: true },
  recoverCode: codeSent(),
  recoverVerify: PROVEN,
  recoverDelivery: { sms: 'sent', resend_after: 60, restart: false },
  changePin: { changed: true, session: GRANTED },
}

async function openReset(answers: Answers = {}, settings: Opening['settings'] = {}) {
  const page = await openPage('/auth/forgot-pin', { settings, answers: { ...RESETTING, ...answers } })
  const { user, t, screen } = page
  const give = async () => {
    await expect.poll(() => buttonOf(t('action.continue')).disabled).toBe(false)
    await user.click(buttonOf(t('action.continue')))
  }
  fill(fieldsOf(t).number, NUMBER)
  await give()
  await expectPage(t('resetPin.title'))
  return {
    ...page,
    give,
    choose: async (pin = NEW_PIN) => {
      for (const field of [fieldsOf(t).pin, fieldsOf(t).repeat]) {
        fill(field, '')
        fill(field, pin)
      }
      await give()
    },
    confirm: async () => fill(await screen.findByLabelText(t('confirmCode.label')), CODE),
  }
}

const currentStep = () => document.querySelector('[aria-current=step]')?.textContent

test('The step bar of a reset never goes back [GEN-15]', async () => {
  const { t, choose, confirm } = await openReset()
  expect(currentStep()).toBe(t('step.code'))
  await choose()
  await expectPage(t('confirmCode.title'))
  expect(currentStep()).toBe(t('step.code'))
  await confirm()
  await expectPage(t('pinChanged.title'))
  expect(currentStep()).toBe(t('step.code'))
})

test('After a code whose PIN is still to be chosen the step bar stays at the code [GEN-15 RESET-07]', async () => {
  const { t, choose, confirm, answer } = await openReset({ changePin: 'same_pin' })
  await choose()
  await expectPage(t('confirmCode.title'))
  await confirm()
  await expectPage(t('resetPin.title'))
  expect(currentStep()).toBe(t('step.code'))
  answer({ changePin: RESETTING.changePin ?? 'lost' })
  await choose('8402')
  await expectPage(t('pinChanged.title'))
  expect(currentStep()).toBe(t('step.code'))
})

test('A forgotten PIN is replaced by number, new PIN and code, and the visitor goes on or logs in [RESET-02 RESET-10]', async () => {
  const { t, user, screen, choose, confirm, callsOf } = await openReset()
  expect(screen.getByRole('form', { name: t('resetPin.title') })).toBeDefined()
  expect(document.activeElement).toBe(fieldsOf(t).pin)
  await choose()
  await expectPage(t('confirmCode.title'))
  await confirm()
  await expectPage(t('pinChanged.title'))
  expect(callsOf('recoverVerify').map(({ body }) => body)).toEqual([{ pinId: PIN_ID, code: CODE }])
  const changed = { phone: `49${NUMBER}`, pin: NEW_PIN, ...PROVEN }
  expect(callsOf('changePin').map(({ body }) => body)).toEqual([changed])
  expect(callsOf('recoverCode')).toHaveLength(1)
  expect(buttonOf(t('complete.goOn'))).toBeDefined()
  await user.click(buttonOf(t('pinChanged.login')))
  await expectPage(t('login.title'))
  expect(fieldsOf(t).number.value).toBe(NUMBER)
})

test('A number that was typed wrong is corrected from the code of a reset, and a number that is there needs the button alone [LOGIN-11 RESET-02 A11Y-04]', async () => {
  const { t, user, screen, choose, give, callsOf } = await openReset()
  await choose()
  await user.click(await screen.findByRole('button', { name: t('confirmCode.wrongNumber') }))
  await expectPage(t('forgotPin.title'))
  const { number } = fieldsOf(t)
  expect(document.activeElement).toBe(number)
  expect(number.value).toBe(NUMBER)
  await give()
  await expectPage(t('resetPin.title'))
  expect(callsOf('prechangePin')).toHaveLength(2)
})

test('A PIN is not replaced by itself, and another one needs no second SMS [RESET-07]', async () => {
  const { t, choose, confirm, callsOf, answer } = await openReset({ changePin: 'same_pin' })
  await choose('2580')
  await confirm()
  await expectPage(t('resetPin.title'))
  await expectNotice(t, t('error.same_pin'))
  await choose('2580')
  await expectErrorAt(() => fieldsOf(t).pin, t('error.same_pin'))
  answer({ changePin: { changed: true, session: GRANTED } })
  await choose()
  await expectPage(t('pinChanged.title'))
  expect([callsOf('recoverCode').length, callsOf('recoverVerify').length]).toEqual([1, 1])
})

test('Of an account that is locked a changed PIN opens no session [RESET-10]', async () => {
  const { t, screen, choose, confirm } = await openReset({ changePin: { changed: true } })
  await choose()
  await confirm()
  await expectPage(t('pinChanged.title'))
  expect(screen.queryByRole('button', { name: t('complete.goOn') })).toBeNull()
})

test('After a reset the page names the passkeys that still log in, with the way to remove them [PASSKEY-06]', async () => {
  const { t, screen, choose, confirm } = await openReset({ passkeys: PASSKEYS }, { passkeys: true })
  await choose()
  await expectPage(t('confirmCode.title'))
  await confirm()
  await expectPage(t('pinChanged.title'))
  await screen.findByText('iPhone, Windows')
  expect(screen.getByRole('link', { name: t('pinChanged.look') }).getAttribute('href')).toMatch(/^\/account\/security/)
})

test('A number without an account is said at its field; a reload begins again [RESET-04 RESET-02]', async () => {
  const { t, user } = await openPage('/auth/reset-pin', { answers: { prechangePin: nothingFound } })
  await expectPage(t('forgotPin.title'))
  fill(fieldsOf(t).number, NUMBER)
  await user.click(buttonOf(t('action.continue')))
  await expectErrorAt(() => fieldsOf(t).number, t('error.phone_number_does_not_exist'))
  expect(fieldsOf(t).number.value).toBe(NUMBER)
})

test('Every failure of a reset other than an unknown number shows one message [RESET-04]', async () => {
  const { t, choose, answer } = await openReset()
  for (const [recoverCode, says] of [
    [nothingFound, 'error.phone_number_does_not_exist'],
    ['cannot_send_sms', 'error.wrong_login_info'],
    ['internal_error', 'error.wrong_login_info'],
    ['too_many_requests', 'error.wrong_login_info'],
  ] as const) {
    answer({ recoverCode })
    await choose()
    await expectNotice(t, t(says))
    expect(fieldsOf(t).pin.value).toBe(NEW_PIN)
  }
})
