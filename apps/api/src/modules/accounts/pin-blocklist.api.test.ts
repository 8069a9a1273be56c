import { expect, test } from 'vitest'
import { digits, newNumber, provenNumber, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ PIN_BLOCKLIST: 'strict', LIMITS: 'signup.address=1000/h' })
const unlike = () => newNumber().replace(/.$/, '1')
const REFUSED = { status: 400, code: 'invalid_pin' }
const LISTED = ['1984', '2580']

const signUp = (number: string, password: string) =>
  the.api.client('signup', {
    body: { phone: digits(number), password, language: 'en', data_collection_consent: false },
  })

test.each(LISTED)('%s is refused as a PIN on sign-up [PIN-07 PIN-03]', async (pin) => {
  await expect(signUp(unlike(), pin)).rejects.toMatchObject(REFUSED)
})

test('First and last digits of the own number are refused as a PIN, those of another number are not [PIN-07]', async () => {
  const number = '+4915197306428'
  for (const pin of ['6428', '1519', '0151', '4915']) await expect(signUp(number, pin)).rejects.toMatchObject(REFUSED)
  expect((await signUp('+4915197306429', '6428')).status).toBe(201)
})

test('A reset refuses a listed PIN and the last digits of the own number, before its proof is used up [PIN-07]', async () => {
  const { number } = await registered(the.api, unlike(), '7305')
  const recoverPinToken = await provenNumber(the.api, number)
  const change = (pin: string) => the.api.client('changePin', { body: { phone: digits(number), pin, recoverPinToken } })
  for (const pin of ['1984', number.slice(-4)]) await expect(change(pin)).rejects.toMatchObject(REFUSED)
  expect((await change('7409')).status).toBe(200)
})
