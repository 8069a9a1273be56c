import { expect, test } from 'vitest'
import { expectErrorAt, fieldsOf, fill } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { NUMBER } from '#test/sign-in.ts'

/** The zeros of Arabic, full-width and mathematical bold digits. */
const SCRIPTS = [0x06_60, 0xff_10, 0x1_d7_ce]
const inScript = (digits: string, zero: number) =>
  Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit)))

type Page = Awaited<ReturnType<typeof openPage>>

async function paste({ user }: Page, field: HTMLInputElement, text: string): Promise<void> {
  await user.clear(field)
  await user.paste(text)
}

/** At once or one key after the other: a digit of some scripts is two units of text. */
function type(field: HTMLInputElement, keys: string[]): void {
  fill(field, '')
  for (const key of keys) fill(field, field.value + key)
}

test('Digits of every script are digits in number, PIN and repeated PIN [AUTH-12]', async () => {
  const page = await openPage('/auth/register')
  const { number, pin, repeat } = fieldsOf(page.t)
  for (const zero of SCRIPTS) {
    type(pin, inScript('2580', zero))
    await paste(page, repeat, inScript('2580', zero).join(''))
    type(number, inScript(NUMBER, zero))
    expect([pin.value, repeat.value, number.value]).toEqual(['2580', '2580', NUMBER])
    type(repeat, [inScript('2580', zero).join('')])
    type(number, [inScript(NUMBER, zero).join('')])
    expect([repeat.value, number.value]).toEqual(['2580', NUMBER])
  }
})

test('A PIN that is filled in loses blanks and dashes; what is no PIN then leaves the field empty, with a message [PIN-01]', async () => {
  const page = await openPage('/auth/register')
  const { user, t } = page
  const { pin, repeat } = fieldsOf(t)
  expect(repeat.getAttribute('passwordrules')).toMatch(/maxlength: 4; .*digit/)
  expect(repeat.pattern).toBe('[0-9]{4}')
  const ways = [
    (field: HTMLInputElement, text: string) => paste(page, field, text),
    async (field: HTMLInputElement, text: string) => type(field, [text]),
  ]
  for (const bring of ways) {
    for (const text of ['25 80', ' 2580', '2-5-8-0', '25\u201380', '\u200b2580', '\uff12\uff15\uff18\uff10\u00a0']) {
      await bring(pin, text)
      expect(pin.value).toBe('2580')
    }
    for (const text of ['xV7-q2Tz9Lm4', 'a2580', '25x80', 'correct horse'])
      for (const field of [pin, repeat]) {
        fill(field, '2580')
        await bring(field, text)
        expect(field.value).toBe('')
        await expectErrorAt(() => field, t('error.digit_length', { digit: 4 }))
      }
  }
  await user.type(pin, '2a5-8 01')
  expect(pin.value).toBe('2580')
})
