import type { CodeSent, TokenAnswer } from '@avouch/contract'
import { type Answers, type Opening, openPage } from './page.ts'
import { buttonOf, expectPage, fieldsOf, fill } from './forms.ts'

export const NUMBER = '15112345678'
export const GOOD_PIN = '2580'
export const PIN_ID = 'sms_AAAAAAAAAAAAAAAAAAAAAA'

export const codeSent = (part: Partial<CodeSent> = {}): CodeSent => ({
  pinId: PIN_ID,
  resend_after: 60,
  form: 'digits',
  sent: true,
  ...part,
})

export const GRANTED: TokenAnswer = {
  access_token: 'avat_granted',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_token: 'avrt_granted',
  user_id: 'usr_granted',
}

export const nothingFound = () => new Response(null, { status: 204 })

/** Every number has an account, every PIN is right, and the code is as said. */
export const accepting = (part: Partial<CodeSent> = {}): Answers => ({
  prelogin: codeSent(part),
  token: GRANTED,
  signup: { registered: true },
  resendCode: codeSent(part),
  codeDelivery: { sms: 'sent', resend_after: part.resend_after ?? 60, restart: false },
  verifyCode: GRANTED,
  kycInit: { data: { code: 'any', url: 'https://id.example/' } },
  kycStatus: { result: { status: '' } },
})

type Page = Awaited<ReturnType<typeof openPage>>

export async function fillRegistration({ t, user }: Page, number = NUMBER): Promise<void> {
  const fields = fieldsOf(t)
  fill(fields.number, number)
  for (const field of [fields.pin, fields.repeat]) fill(field, GOOD_PIN)
  await user.click(fields.terms)
}

/** A log-in up to its code. */
export async function openCode(part: Partial<CodeSent> = {}, { answers, ...opening }: Opening = {}) {
  const page = await openPage('/auth/login', { ...opening, answers: { ...accepting(part), ...answers } })
  const { t, user, screen } = page
  const { number, pin } = fieldsOf(t)
  fill(number, NUMBER)
  await user.type(pin, GOOD_PIN)
  await expectPage(t('confirmCode.title'))
  return { ...page, field: () => screen.getByLabelText<HTMLInputElement>(t('confirmCode.label')) }
}

/** A registration up to its code. */
export async function openRegisteredCode({ answers, ...opening }: Opening = {}) {
  const page = await openPage('/auth/register', { ...opening, answers: { ...accepting(), ...answers } })
  await fillRegistration(page)
  await page.user.click(buttonOf(page.t('register.submit')))
  await expectPage(page.t('confirmCode.title'))
  return { ...page, field: () => page.screen.getByLabelText<HTMLInputElement>(page.t('confirmCode.label')) }
}
