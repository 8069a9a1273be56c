import { type CodeSent, prelogin, token, type TokenAnswer, verifyCode } from '@avouch/contract'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { expectErrorAt, fieldsOf } from '#e2e/support/forms.ts'
import { ONE_LANGUAGE } from '#e2e/support/languages.ts'
import { answerWith, problemOf } from '#e2e/support/problems.ts'
import { logIn, type Visit } from '#e2e/support/steps.ts'

/** The zeros of Arabic, Persian, Devanagari, Thai, full-width, mathematical bold and monospaced digits. */
const SCRIPTS = [0x06_60, 0x06_f0, 0x09_66, 0x0e_50, 0xff_10, 0x1_d7_ce, 0x1_d7_f6]
const inScript = (digits: string, zero: number) =>
  Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join('')

const WAYS = ['paste', 'drop', 'suggestion', 'manager'] as const
type Way = 'keys' | 'paste' | 'drop' | 'suggestion' | 'manager' | 'composition'
/** Brings a text into a field, in the way a keyboard, a clipboard or a program does. */
async function bring(page: Page, field: Locator, text: string, way: Way = 'manager'): Promise<void> {
  await field.fill('')
  await field.focus()
  if (way === 'keys') {
    for (const key of text) await page.keyboard.insertText(key)
    return
  }
  if (way === 'composition') {
    const session = await page.context().newCDPSession(page)
    const parts = Array.from(text, (_, i) =>
      Array.from(text)
        .slice(0, i + 1)
        .join(''),
    )
    for (const part of parts)
      await session.send('Input.imeSetComposition', {
        text: part,
        selectionStart: part.length,
        selectionEnd: part.length,
      })
    await session.send('Input.insertText', { text })
    return session.detach()
  }
  await field.evaluate(
    (input: HTMLInputElement, [given, how]) => {
      if (how === 'paste') {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', given)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        if (!input.dispatchEvent(event)) return
      }
      Reflect.set(HTMLInputElement.prototype, 'value', given, input)
      const types = new Map([
        ['paste', 'insertFromPaste'],
        ['drop', 'insertFromDrop'],
        ['suggestion', 'insertReplacementText'],
      ])
      const event = new InputEvent('input', { inputType: types.get(how) ?? '', bubbles: true })
      input.dispatchEvent(event)
    },
    [text, way] as const,
  )
}

const PIN_ID = 'sms_AAAAAAAAAAAAAAAAAAAAAA'
const SESSION: TokenAnswer = {
  access_token: 'only-for-the-code',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_token: 'none',
  user_id: 'none',
}

/** A log-in whose code is wrong whatever it is. @returns its field, and the codes that were sent */
async function toTheCode(page: Page, visit: Visit, form: CodeSent['form']) {
  const answer: CodeSent = { pinId: PIN_ID, resend_after: 60, form, sent: true }
  const sent: unknown[] = []
  await answerWith(page, `**${prelogin.path}`, { json: answer })
  await answerWith(page, `**${token.path}`, { json: SESSION })
  await page.route(`**${verifyCode.path}`, async (route) => {
    sent.push(Reflect.get(route.request().postDataJSON() as object, 'code'))
    await route.fulfill(problemOf('wrong_sms_code'))
  })
  await page.goto('/auth/login')
  await logIn(page, visit)
  return { field: page.getByLabel(visit.t('confirmCode.label')), sent }
}

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

for (const language of ONE_LANGUAGE)
  test.describe(`digits as people and programs bring them (${language})`, () => {
    test.use({ language })

    test('AUTH-12 digits of every script are digits in number, PIN and repeated PIN, in every way', async ({
      page,
      t,
    }) => {
      await page.goto('/auth/register')
      const { number, pin, repeat } = fieldsOf(page, t)
      for (const [i, zero] of SCRIPTS.entries()) {
        await bring(page, pin, inScript('2580', zero), 'keys')
        await bring(page, repeat, inScript('2580', zero), WAYS[i % WAYS.length])
        await bring(page, number, inScript('15112345678', zero), i % 2 === 0 ? 'keys' : 'manager')
        await expect(pin).toHaveValue('2580')
        await expect(repeat).toHaveValue('2580')
        await expect(number).toHaveValue('15112345678')
      }
      // A hidden PIN is not composed: browsers switch the input method off.
      await page.getByRole('button', { name: t('pin.show', { field: t('pin.label') }) }).click()
      for (const [field, digits] of [
        [pin, '2580'],
        [number, '15112345678'],
      ] as const) {
        await bring(page, field, inScript(digits, 0xff_10), 'composition')
        await expect(field).toHaveValue(digits)
      }
    })

    test('PIN-08 a filled text loses blanks and dashes; what is no PIN then leaves the field empty, with a message', async ({
      page,
      t,
    }) => {
      await page.goto('/auth/register')
      const { pin, repeat } = fieldsOf(page, t)
      expect(await repeat.getAttribute('passwordrules')).toMatch(/maxlength: 4; .*digit/)
      await expect(repeat).toHaveAttribute('pattern', '[0-9]{4}')
      for (const [i, text] of [
        '25 80',
        ' 2580',
        '2-5-8-0',
        '25\u201380\n',
        '\u200b2580',
        '\uff12\uff15\uff18\uff10\u00a0',
      ].entries()) {
        await bring(page, pin, text, WAYS[i % WAYS.length])
        await expect(pin).toHaveValue('2580')
      }
      for (const [i, text] of ['xV7-q2Tz9Lm4', 'a2580', '25x80', 'correct horse'].entries())
        for (const field of [pin, repeat]) {
          await field.fill('2580')
          await bring(page, field, text, WAYS[i % WAYS.length])
          await expect(field).toHaveValue('')
          await expectErrorAt(field, t('error.digit_length', { digit: 4 }))
        }
      await pin.pressSequentially('2a5-8 01')
      await expect(pin).toHaveValue('2580')
    })

    test('CODE-18 AUTH-12 six digits are taken out of each part of their SMS, and no others are sent', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(422)
      const { field, sent } = await toTheCode(page, visit, 'digits')
      const textsOf = (code: string) => [
        ...partsOf(sms(code)),
        ...partsOf(sms(code, 'Avouch', 'shop482910.example')),
        ...['(2 min) ', '#', ' ', '\u200b'].map((before) => before + code),
        ...[' ', '-', '\u2013'].map((between) => `${code.slice(0, 3)}${between}${code.slice(3)}\n`),
        ...[0x06_60, 0xff_10].map((zero) => inScript(code, zero)),
      ]
      const codes = textsOf('').map((_, i) => String(200_017 + i * 7))
      const texts = codes.map((code, i): [string, string] => [code, textsOf(code)[i] ?? ''])
      for (const [i, [code, text]] of texts.entries()) {
        await bring(page, field, text, i % 2 === 0 ? 'paste' : 'manager')
        await expect.poll(() => sent.at(-1), text).toBe(code)
      }

      const before = sent.length
      for (const text of [
        'is your Avouch 20 code. @id18.example #1234',
        'K7QM-2X9P-4TRW',
        '12345678',
        'call +49 151 1234567',
      ])
        for (const way of ['paste', 'manager'] as const) {
          await bring(page, field, text, way)
          await expect(field).toHaveValue('')
          await expect(field).toHaveAttribute('aria-invalid', 'true')
          await expect(page.getByText(t('error.digit_length', { digit: 6 }))).toBeVisible()
        }
      expect(sent).toHaveLength(before)
    })

    test('CODE-18 LONG-02 a long code is taken out of each part of its SMS', async ({ page, visit }) => {
      const { field } = await toTheCode(page, visit, 'long')
      const texts = [
        ...partsOf(sms('K7QM-2X9P-4TRW')),
        ...partsOf(sms('K7QM-2X9P-4TRW', 'Avouch', 'abcd-efgh-ijkl.example')),
      ]
      const others = [
        'K7QM\u20112X9P\u20114TRW',
        'k7qm 2x9p 4trw',
        'K7QM\u20132X9P\u20134TRW',
        '\uff2b\uff17\uff31\uff2d2X9P4TRW',
        '\u200bK7QM2X9P4TRW\n',
      ]
      for (const text of [...texts, ...others]) {
        await bring(page, field, text, 'manager')
        await expect(field).toHaveValue('K7QM-2X9P-4TRW')
      }
    })
  })
