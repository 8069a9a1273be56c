import { COMMON_SLOTS, type PhraseKey } from '@avouch/phrases'
import { en } from '@avouch/phrases/en'

const found = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([whole]) => whole))
const MARKS = /<\/?\w+>/g
const SLOTS = /\{\{\w+\}\}/g
const EVERYWHERE: ReadonlySet<string> = new Set(COMMON_SLOTS.map((name) => `{{${name}}}`))

const isPhrase = (key: string): key is PhraseKey => Object.hasOwn(en, key)

/** What is wrong with another text for a phrase: it fills the same places, and what is marked in it stays marked. */
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
