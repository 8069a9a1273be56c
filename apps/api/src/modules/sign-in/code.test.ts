import { createHmac } from 'node:crypto'
import { readCode } from '@avouch/contract'
import { expect, test } from 'vitest'
import { createCodeText, deriveCode } from './code-text.ts'

const key = Buffer.alloc(32, 7)
const mac = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
const SAMPLE = 20_000
const ids = Array.from({ length: SAMPLE }, (_, i) => `sms_${i}`)

// Degrees of freedom are one less than characters: beyond these by chance once in ten thousand. The sample is always the same.
test.each([
  { form: 'digits', shape: /^[0-9]{6}$/, alphabet: '0123456789', most: 33.7 },
  { form: 'long', shape: /^[0-9A-HJKMNP-TV-Z]{12}$/, alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', most: 66.7 },
] as const)(
  'The derived code of the form $form is spread evenly over each place [CODE-01 CODE-17 CODE-08]',
  ({ form, shape, alphabet, most }) => {
    const codes = ids.map((id) => deriveCode(mac, { id, form }))
    expect(codes.every((code) => shape.test(code))).toBe(true)
    for (let place = 0; place < (codes[0]?.length ?? 0); place++) {
      const expected = SAMPLE / alphabet.length
      const counts = alphabet.split('').map((one) => codes.filter((code) => code[place] === one).length)
      const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      expect(chi, `place ${place}: ${counts.join(' ')}`).toBeLessThan(most)
    }
  },
)

/** GSM 03.38 without its extension: what counts one septet. */
const GSM = /^[A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n\r]*$/
const BRANDS = [
  ['Avouch', 'https://www.avouch.example:8443/x', 'www.avouch.example'],
  [
    'A name of thirty characters ab',
    'https://age-check.a-long-name-of-a-company.example',
    'age-check.a-long-name-of-a-company.example',
  ],
] as const

test.each(BRANDS)(
  'A code of %s fits in one SMS that begins with it and binds it to our origin [CODE-01 CODE-17]',
  (productName, publicUrl, host) => {
    const text = createCodeText({ keys: { mac }, productName, publicUrl })
    for (const language of ['en', 'de'] as const)
      for (const [form, shape] of [
        ['digits', /^[0-9]{6} /],
        ['long', /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4} /],
      ] as const) {
        const sms = text(language, { id: 'sms_1', form })
        const code = shape.exec(sms)?.[0].trim() ?? ''
        expect(readCode(code)).toBe(deriveCode(mac, { id: 'sms_1', form }))
        expect(sms.split('\n').at(-1)).toBe(`@${host} #${code}`)
        expect(sms).toMatch(GSM)
        expect(sms.length).toBeLessThanOrEqual(160)
      }
  },
)
