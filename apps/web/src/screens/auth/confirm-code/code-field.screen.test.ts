import { expect, test } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { buttonOf, descriptionOf, expectErrorAt, expectNoErrorAt, expectNotice, expectPage, fill } from '#test/forms.ts'
import { GRANTED, openCode, PIN_ID } from '#test/sign-in.ts'

const german = textsOf('de')
const REFUSING = { answers: { verifyCode: 'wrong_sms_code' } } as const
const LONG = 'K7QM-2X9P-4TRW'
type Page = Awaited<ReturnType<typeof openCode>>

const sentBy = ({ callsOf }: Page) => callsOf('verifyCode').map(({ body }) => (body as { code: string }).code)

async function paste({ user, field }: Page, text: string): Promise<void> {
  await user.click(field())
  field().select()
  await user.paste(text)
}
const fillIn = async ({ field }: Page, text: string): Promise<void> => fill(field(), text)

/** Names that look like a code are in the texts of the SMS. */
const sms = (code: string, name = 'Club 482910', host = 'id18.example') => ({
  en: `${code} is your ${name} code. Never share it.\n\n@${host} #${code}`,
  de: `${code} ist dein ${name}-Code. Gib ihn niemandem weiter.\n\n@${host} #${code}`,
})
const partsOf = ({ en, de }: { en: string; de: string }) =>
  [en, de].flatMap((text) => {
    const [first = '', last = ''] = text.split('\n\n')
    return [
      text,
      last,
      text.slice(4),
      text.slice(text.indexOf(' ')),
      last.slice(last.indexOf('#')),
      `${first}\n`,
      text.slice(0, -4),
    ]
  })

test('Six digits are taken out of each part of their SMS and sent, once each [CODE-18 CODE-01 AUTH-12]', async () => {
  const page = await openCode({}, REFUSING)
  const textsOf = (code: string) => [
    ...partsOf(sms(code)),
    ...partsOf(sms(code, 'Avouch', 'shop482910.example')),
    `(2 min) ${code}`,
    `${code.slice(0, 3)} ${code.slice(3)}\n`,
    Array.from(code, (digit) => String.fromCodePoint(0x06_60 + Number(digit))).join(''),
  ]
  const codes = textsOf('').map((_, i) => String(200_017 + i * 7))
  for (const [i, code] of codes.entries()) {
    const text = textsOf(code)[i] ?? ''
    await (i % 2 === 0 ? paste : fillIn)(page, text)
    await expect.poll(() => [text, sentBy(page).at(-1)], { interval: 5 }).toEqual([text, code])
  }
  expect(sentBy(page)).toEqual(codes)
})

test('Half a code is not marked as wrong by a switch of the language, and the field keeps the focus [LANG-06 CODE-01]', async () => {
  const page = await openCode()
  await page.user.click(page.field())
  await page.user.keyboard('407')
  await page.user.click(page.screen.getByRole('button', { name: 'DE – Deutsch' }))
  await page.screen.findByRole('heading', { level: 1, name: german('confirmCode.title') })
  const field = page.screen.getByLabelText<HTMLInputElement>(german('confirmCode.label'))
  await expectNoErrorAt(() => field)
  expect([document.activeElement, field.value]).toEqual([field, '407'])
})

test('Where an SMS has no six digits of its own nothing is taken and nothing is sent [CODE-18]', async () => {
  const page = await openCode({}, REFUSING)
  const { field, t } = page
  for (const text of ['is your Avouch 20 code. @id18.example #1234', LONG, '12345678', 'call +49 151 1234567'])
    for (const bring of [paste, fillIn]) {
      await bring(page, text)
      expect(field().value).toBe('')
      await expectErrorAt(field, t('error.digit_length', { digit: 6 }))
    }
  expect(sentBy(page)).toEqual([])
})

test('A wrong code is said at its field, a limit by a notification, and the right one goes on to the check [CODE-08]', async () => {
  const page = await openCode({}, REFUSING)
  const { user, t, field, answer } = page
  expect([field().autocomplete, field().inputMode]).toEqual(['one-time-code', 'numeric'])
  await user.type(field(), '407119')
  await expectErrorAt(field, t('error.wrong_sms_code'))
  // The next digit replaces it as a whole.
  answer({ verifyCode: 'too_many_requests' })
  await user.keyboard('407120')
  await expectNotice(t, t('error.too_many_requests'))
  await expectPage(t('confirmCode.title'))
  answer({ verifyCode: GRANTED })
  fill(field(), '407121')
  await expect.poll(() => window.location.pathname).toBe('/check')
  expect(sentBy(page)).toEqual(['407119', '407120', '407121'])
})

test('A right code opens a session that this tab alone keeps, and no other storage [SESSION-08 SESSION-02]', async () => {
  const { field } = await openCode()
  fill(field(), '407121')
  await expect.poll(() => window.location.pathname).toBe('/check')
  expect(Object.fromEntries(Object.entries(window.sessionStorage))).toMatchObject({
    access_token: GRANTED.access_token,
    refresh_access_token: GRANTED.refresh_token,
    userId: GRANTED.user_id,
  })
  expect(JSON.stringify(Object.entries(window.localStorage)) + document.cookie).not.toMatch(/granted/)
})

test('A long code has one field and its reason, and is taken as it is typed and from its SMS [CODE-01 CODE-18 AUTH-09]', async () => {
  const page = await openCode({ form: 'long' }, REFUSING)
  const { user, t, field, screen, callsOf } = page
  expect(descriptionOf(field())).toContain(t('confirmCode.longWhy'))
  expect(screen.queryByText(t('confirmCode.hint'))).toBeNull()
  expect(document.activeElement).toBe(field())
  const given = ['inputmode', 'autocomplete', 'autocapitalize', 'spellcheck'].map((name) => field().getAttribute(name))
  expect(given).toEqual(['text', 'one-time-code', 'characters', 'false'])

  const confirm = buttonOf(t('action.confirm'))
  await user.keyboard('k7qm2x9p4tr')
  await expectNoErrorAt(field)
  await user.tab()
  await expectErrorAt(field, t('error.code_length'))
  expect(confirm.disabled).toBe(true)
  await user.type(field(), 'w')
  expect(field().value).toBe(LONG)
  await expectNoErrorAt(field)
  expect(sentBy(page)).toEqual([])
  await user.click(confirm)
  await expectErrorAt(field, t('error.wrong_sms_code'))

  await paste(page, sms(LONG).de)
  expect(field().value).toBe(LONG)
  await user.keyboard('{Enter}')
  await expect.poll(() => callsOf('verifyCode').length).toBe(2)
  for (const { body } of callsOf('verifyCode')) expect(body).toEqual({ pinId: PIN_ID, code: LONG })
})

test('A long code is taken out of each part of its SMS [CODE-18]', async () => {
  const page = await openCode({ form: 'long' })
  const texts = [...partsOf(sms(LONG)), ...partsOf(sms(LONG, 'Avouch', 'abcd-efgh-ijkl.example'))]
  for (const text of [...texts, 'k7qm 2x9p 4trw', 'K7QM\u20132X9P\u20134TRW', '\u200bK7QM2X9P4TRW\n']) {
    fill(page.field(), '')
    await fillIn(page, text)
    expect([text, page.field().value]).toEqual([text, LONG])
  }
})
