import { inLanguage, type Language, type Localized } from '@avouch/contract'
import type { Mac } from '../../platform/keyring.ts'
import type { CodeSeed } from '../sms/index.ts'
import { deriveCode } from './code.ts'

type Settings = { productName: string; publicUrl: string }

/** The last line binds the code to our origin, so that browsers fill it in nowhere else. */
export function createSmsText({ productName, publicUrl }: Settings): (language: Language, code: string) => string {
  const host = new URL(publicUrl).hostname
  const words: Localized<(code: string) => string> = {
    en: (code) => `${code} is your ${productName} code. Never share it.`,
    de: (code) => `${code} ist dein ${productName}-Code. Gib ihn niemandem weiter.`,
  }
  return (language, code) => `${inLanguage(words, language)(code)}\n\n@${host} #${code}`
}

/** The text of a code's SMS. The code is derived when the SMS is sent. */
export function createCodeText({ keys, ...settings }: Settings & { keys: { mac: Mac } }) {
  const textOf = createSmsText(settings)
  return (language: Language, seed: CodeSeed): string => textOf(language, deriveCode(keys.mac, seed))
}
