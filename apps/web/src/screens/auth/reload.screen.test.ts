import { expect, test } from 'vitest'
import { buttonOf, expectPage, fieldsOf } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { kept } from '#test/session.ts'
import { accepting, codeSent, fillRegistration, NUMBER, openCode, openRegisteredCode } from '#test/sign-in.ts'
import { MINTID, requestOf } from '#test/website.ts'

const SEALED = 'sealed-number-and-type'
const MASKED = '+49 151 •••\u00a0678'
const resumed = (type: string) => ({ type, phone: MASKED, authToken: 'any', ...codeSent() })
const asksAgain = { resumeSignIn: resumed('LOG_IN') } as const
const keeps = {
  prelogin: codeSent({ identificationToken: SEALED }),
  resendCode: codeSent({ identificationToken: SEALED }),
}
/** React says so in development alone: the page of the code forgets it while the form is shown. */
const IN_RENDER = /Cannot update a component/
const reload = (answers = {}) =>
  openPage(window.location.href, { sameTab: true, answers: { ...accepting(), ...keeps, ...answers }, logs: IN_RENDER })

for (const path of ['/', '/auth/prompt', '/auth/register', '/auth/login', '/auth/forgot-pin'])
  test(`A reload at ${path} keeps the visitor on the way, with the same query [SESSION-12 ROUTE-02]`, async () => {
    const answers = { intentSummary: requestOf() }
    await openPage(`${path}?mintid=${MINTID}`, { answers })
    const before = [window.location.href, document.querySelector('h1')?.textContent]
    await openPage(window.location.href, { sameTab: true, answers })
    expect([window.location.href, document.querySelector('h1')?.textContent]).toEqual(before)
    expect(window.location.search).toBe(`?mintid=${MINTID}&mobile=false`)
  })

test('A reload while the SMS is read goes on with the log-in, and shows only parts of the number [AUTH-11]', async () => {
  await openCode({ identificationToken: SEALED }, { answers: keeps })
  expect(kept()).not.toContain(NUMBER)
  const { screen, user, t, callsOf } = await reload(asksAgain)
  await expectPage(t('confirmCode.title'))
  expect(callsOf('resumeSignIn').map(({ body }) => body)).toEqual([{ identificationToken: SEALED }])
  expect(document.body.textContent).toContain(MASKED)
  expect(kept()).not.toContain(NUMBER)
  await user.type(screen.getByLabelText(t('confirmCode.label')), '123456')
  await expectPage(t('check.title'))
})

test('A number that is corrected after a reload is the one that is registered and named [AUTH-11 LOGIN-11]', async () => {
  await openRegisteredCode({ answers: keeps })
  const page = await reload({ resumeSignIn: resumed('REGISTER') })
  const { t, user, callsOf } = page
  await expectPage(t('confirmCode.title'))
  await user.click(buttonOf(t('confirmCode.wrongNumber')))
  await expectPage(t('register.title'))
  expect(fieldsOf(t).number.value).toBe('')
  await fillRegistration(page, '15187654321')
  await user.click(buttonOf(t('register.submit')))
  await expectPage(t('confirmCode.title'))
  expect(document.body.textContent).toContain('•••\u00a0321')
  expect(callsOf('signup').at(-1)?.body).toMatchObject({ phone: '4915187654321' })
})

test('Where the code is over, its form is there again after a reload and says why [AUTH-11]', async () => {
  await openRegisteredCode({ answers: keeps })
  const { t } = await reload({ resumeSignIn: 'wrong_verification' })
  await expectPage(t('register.title'))
  await expect.poll(() => document.body.textContent).toContain(t('confirmCode.restart'))
})

test('After a reload a reset asks for the new PIN after the code, and after another reload again [AUTH-11 RESET-02]', async () => {
  const recovering = {
    prechangePin: { found: true },
    recoverCode: codeSent({ identificationToken: SEALED }),
    recoverDelivery: { sms: 'sent', resend_after: 60, restart: false },
    recoverVerify: { recoverPinToken: 'proof' },
    resumeSignIn: { ...resumed('RESET_PIN'), authToken: undefined },
    changePin: { changed: true },
  }
  const first = await openPage('/auth/forgot-pin', { answers: { ...accepting(), ...recovering } })
  const { t } = first
  const typePin = async ({ user }: Pick<typeof first, 'user'>) => {
    await expectPage(t('resetPin.title'))
    await user.type(fieldsOf(t).pin, '7319')
    await user.type(fieldsOf(t).repeat, '7319')
    await user.click(buttonOf(t('action.continue')))
  }
  await first.user.type(fieldsOf(t).number, NUMBER)
  await first.user.click(buttonOf(t('action.continue')))
  await typePin(first)
  await expectPage(t('confirmCode.title'))

  const second = await reload(recovering)
  await expectPage(t('confirmCode.title'))
  await second.user.type(second.screen.getByLabelText(t('confirmCode.label')), '123456')
  await expectPage(t('resetPin.title'))
  expect(document.body.textContent).not.toContain('SMS')

  // Another one forgets the proof as well: the new PIN is asked for again, then another code.
  const third = await reload(recovering)
  await typePin(third)
  await expectPage(t('confirmCode.title'))
  expect(third.callsOf('recoverCode').map(({ body }) => body)).toMatchObject([{ identificationToken: SEALED }])
})
