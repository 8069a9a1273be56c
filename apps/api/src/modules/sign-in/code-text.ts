import { inLanguage, type Language, LONG_CODE_LENGTH, type Localized, SMS_CODE_LENGTH } from '@avouch/contract'
import { type Mac, sameBytes } from '../../platform/keyring.ts'
import type { SmsCode } from './code-store.ts'

type Seed = Pick<SmsCode, 'id' | 'form'>

/** Crockford's base32: no letter that is read as a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code is derived from a key, its id and its form, and stored nowhere. */
export function deriveCode(mac: Mac, { id, form }: Seed): string {
  const bytes = mac('code', id, form)
  if (form === 'long') return Array.from(bytes.subarray(0, LONG_CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  const number = bytes.readBigUInt64BE() % 10n ** BigInt(SMS_CODE_LENGTH)
  return number.toString().padStart(SMS_CODE_LENGTH, '0')
}

/** Compares in constant time; `typed` as readCode gives it. */
export const isCode = (mac: Mac, seed: Seed, typed: string): boolean =>
  sameBytes(Buffer.from(deriveCode(mac, seed)), Buffer.from(typed))

/** A long code in groups of four. */
const grouped = (code: string) => (code.length === LONG_CODE_LENGTH ? code.replace(/(.{4})(?=.)/g, '$1-') : code)

type Settings = { productName: string; publicUrl: string }

/** The last line binds the code to our origin, so that browsers fill it in nowhere else. */
function createSmsText({ productName, publicUrl }: Settings): (language: Language, code: string) => string {
  const host = new URL(publicUrl).hostname
  const words: Localized<(code: string) => string> = {
    en: (code) => `${code} is your ${productName} code. Never share it.`,
    de: (code) => `${code} ist dein ${productName}-Code. Gib ihn niemandem weiter.`,
  }
  return (language, code) => `${inLanguage(words, language)(code)}\n\n@${host} #${code}`
}

/** The text of a code's SMS, made when it is sent. */
export function createCodeText({ keys, ...settings }: Settings & { keys: { mac: Mac } }) {
  const text = createSmsText(settings)
  return (language: Language, seed: Seed): string => text(language, grouped(deriveCode(keys.mac, seed)))
}
