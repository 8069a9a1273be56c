import { describe, expect, test } from 'vitest'
import { createLinkText } from './sms-text.ts'

const SECRET = '7k2m9q4x1tz8w0re'
/** GSM 03.38 without its extension: what counts one septet. */
const GSM = /^[A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n\r]*$/
const BRANDS = [
  ['Avouch', 'https://avouch.example'],
  ['Proovio', 'https://verify.proovio.example'],
  ['A name of thirty characters ab', 'https://age-check.a-long-name-of-a-company.example'],
] as const

describe('the SMS with a link', () => {
  test.each(BRANDS)(
    'CODE-17 of %s at %s is one SMS, in both languages, with a link or without',
    (productName, publicUrl) => {
      for (const linkInSms of [true, false])
        for (const language of ['en', 'de'] as const) {
          const text = createLinkText({ productName, publicUrl, linkInSms })(language, SECRET)
          expect(text).toMatch(GSM)
          expect(text.length).toBeLessThanOrEqual(160)
          expect(text).toContain(linkInSms ? `${publicUrl}/w#${SECRET}` : SECRET)
          expect(text.includes('http')).toBe(linkInSms)
        }
    },
  )
})
