import { describe, expect, test } from 'vitest'
import { registrationForm } from './forms.ts'
import { isGuessablePin, newPin, pin } from './pin.ts'

const ALL = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'))
const code = (schema: typeof pin, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

/** The rule again, in other words: by texts instead of numbers. */
const hasRun = (text: string) => [0, 1].some((at) => '0123456789'.includes(text.slice(at, at + 3)))
const hasTriple = (text: string) => Array.from(text).some((digit) => text.split(digit).length > 3)

describe('the PIN rule', () => {
  test('P-02 PIN-03 PIN-04 refuses 523 of the 10,000 PINs and allows 9,477', () => {
    expect(ALL.filter((value) => !isGuessablePin(value))).toHaveLength(9_477)
  })

  test('P-02 PIN-03 PIN-04 is the same rule in other words, for every PIN', () => {
    expect(ALL.filter((value) => isGuessablePin(value) !== (hasRun(value) || hasTriple(value)))).toEqual([])
  })

  test('P-02 form and wire agree on every PIN', () => {
    const form = { countryCode: '49', phoneNumber: '1511234567', acceptTerms: true, consent: false }
    const differ = ALL.filter((value) => {
      const inForm = registrationForm.safeParse({ ...form, pin: value, confirmPin: value })
      return inForm.success !== newPin.safeParse(value).success
    })
    expect(differ).toEqual([])
  })

  test.each(['1234', '0123', '9123', '6789', '7899', '1111', '1211', '2111', '1112', '0001'])(
    'PIN-03 PIN-04 refuses %s',
    (value) => expect(code(newPin, value)).toBe('invalid_pin'),
  )

  test.each(['2580', '4321', '1122', '1357', '8901', '1243', '9021'])('PIN-03 PIN-04 allows %s', (value) =>
    expect(code(newPin, value)).toBeUndefined(),
  )

  test('PIN-06 a PIN to log in with is any four digits', () => {
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
  ])('PIN-01 %j is %s', (value, expected) => {
    expect(code(pin, value)).toBe(expected)
    expect(code(newPin, value)).toBe(expected)
  })
})
