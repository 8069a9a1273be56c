import { expect, test } from 'vitest'
import { registrationFormFor, resetPinFormFor } from './forms.ts'
import { isGuessablePin, newPin, pin, PIN_BLOCKLISTS } from './pin.ts'

const ALL = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'))
const code = (schema: typeof pin, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

/** An independent implementation of the rule: by strings instead of numbers. */
const hasRun = (text: string) => [0, 1].some((at) => '0123456789'.includes(text.slice(at, at + 3)))
const hasTriple = (text: string) => Array.from(text).some((digit) => text.split(digit).length > 3)

test('The PIN rule refuses 523 of the 10,000 PINs, those of an independent implementation [PIN-03]', () => {
  expect(ALL.filter((value) => isGuessablePin(value))).toHaveLength(523)
  expect(ALL.filter((value) => isGuessablePin(value) !== (hasRun(value) || hasTriple(value)))).toEqual([])
})

test('A PIN to log in with is any four digits [PIN-03]', () => {
  expect(ALL.every((value) => pin.safeParse(value).success)).toBe(true)
})

test.each([
  ['', 'required'],
  ['123', 'digit_length'],
  ['12345', 'digit_length'],
  ['12 4', 'digit_length'],
  ['12a4', 'digit_length'],
  ['1234\n', 'digit_length'],
  ['١٢٣٥', 'digit_length'],
])('The PIN %j is answered with the error %s [PIN-01]', (value, expected) => {
  expect(code(pin, value)).toBe(expected)
  expect(code(newPin, value)).toBe(expected)
})

/** An independent implementation of the strict rule: by lists instead of patterns. */
const MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const two = (number: number) => String(number).padStart(2, '0')
const DATES = MONTHS.flatMap((days, month) =>
  Array.from({ length: days }, (_, day) => [two(day + 1) + two(month + 1), two(month + 1) + two(day + 1)]).flat(),
)
const YEARS = Array.from({ length: 90 }, (_, i) => String(1930 + i))
const KEYS = Array.from('0123456789')
const DOUBLES = KEYS.flatMap((a) => KEYS.flatMap((b) => [a + a + b + b, a + b + a + b]))
const FALLS = ALL.filter((value) => [0, 1].some((at) => '9876543210'.includes(value.slice(at, at + 3))))
const LINES = ['2580', '0852', '1470', '0741', '3690', '0963']
const POPULAR = new Set([...DATES, ...YEARS, ...DOUBLES, ...FALLS, ...LINES])

const PHONE = '4915112345678'
const OF_NUMBER = ['0151', '0511', '0915', '1511', '4915', '5112', '5678', '9151']

test('The strict blocklist refuses the listed PINs in addition to the basic rule, and nothing else [PIN-07]', () => {
  const strict = ALL.filter((value) => isGuessablePin(value, 'strict'))
  expect(strict).toEqual(ALL.filter((value) => isGuessablePin(value) || POPULAR.has(value)))
  expect(strict).toHaveLength(1_456)
})

test('The strict blocklist refuses the first and last digits of the own number, in any notation, and no other part of it [PIN-07]', () => {
  const more = ALL.filter((value) => isGuessablePin(value, 'strict', PHONE) && !isGuessablePin(value, 'strict'))
  expect(more).toEqual(OF_NUMBER.filter((value) => !isGuessablePin(value, 'strict')))
  expect(isGuessablePin('5112', 'spec', PHONE)).toBe(false)
  expect(ALL.filter((value) => isGuessablePin(value, 'strict', '49') !== isGuessablePin(value, 'strict'))).toEqual([])
})

test.each(PIN_BLOCKLISTS)('The forms refuse the same PINs as the blocklist: %s [PIN-07 PIN-03]', (blocklist) => {
  const form = { countryCode: '49', phoneNumber: '015112345678', acceptTerms: true, consent: false }
  const [registration, reset] = [registrationFormFor(blocklist), resetPinFormFor(blocklist, PHONE)]
  const differ = ALL.filter((value) => {
    const isRight = !isGuessablePin(value, blocklist, PHONE)
    const typed = { pin: value, confirmPin: value }
    return (
      registration.safeParse({ ...form, ...typed }).success !== isRight || reset.safeParse(typed).success !== isRight
    )
  })
  expect(differ).toEqual([])
})
