import {
  type Brand,
  ERROR_CODES,
  type ErrorCode,
  type Localized,
  MINIMUM_AGE,
  PHONE_NUMBER_MAX_LENGTH,
  PIN_LENGTH,
} from '@avouch/contract'
import { COMMON_SLOTS, fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/de'
import { en as inPages } from '@avouch/phrases/en'
import { serverErrors } from '@avouch/phrases/server-errors'

const en = { ...inPages, ...serverErrors.en }

const found = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([whole]) => whole))
const MARKS = /<\/?\w+>/g
const SLOTS = /\{\{\w+\}\}/g
const EVERYWHERE: ReadonlySet<string> = new Set(COMMON_SLOTS.map((name) => `{{${name}}}`))

const isPhrase = (key: string): key is keyof typeof en => Object.hasOwn(en, key)

/** Finds what is wrong with another text for a phrase: it has the same slots and the same marks. */
export function textProblem(key: string, text: string): string | undefined {
  if (!isPhrase(key)) return 'there is no such phrase'
  for (const pattern of [SLOTS, MARKS]) {
    const [asked, given] = [found(en[key], pattern), found(text, pattern)]
    const missing = [...asked].find((part) => !given.has(part) && !EVERYWHERE.has(part))
    if (missing !== undefined) return `${missing} is missing`
    const foreign = [...given].find((part) => !asked.has(part) && !EVERYWHERE.has(part))
    if (foreign !== undefined) return `${foreign} has no meaning there`
  }
  return undefined
}

/** Every error as the server says it, in the operator's words where the brand has some. It repeats no number. */
export function errorTextsOf({ name, texts }: Brand): Localized<Record<ErrorCode, string>> {
  const slots = { product: name, age: MINIMUM_AGE, digit: PIN_LENGTH, max: PHONE_NUMBER_MAX_LENGTH, phone: '+…' }
  const errorsIn = (said: Readonly<Record<`error.${ErrorCode}`, string>>) =>
    Object.fromEntries(ERROR_CODES.map((code) => [code, fill(said[`error.${code}`], slots)])) as Record<
      ErrorCode,
      string
    >
  return {
    en: errorsIn({ ...en, ...texts.en }),
    de: errorsIn({ ...de, ...serverErrors.de, ...texts.de }),
  }
}
