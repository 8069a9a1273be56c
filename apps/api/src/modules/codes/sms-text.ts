import { inLanguage, type Localized } from '@avouch/contract'
import type { SmsText } from './ports.ts'

/** The last line binds the code to our origin, so that browsers fill it in nowhere else. */
export function createSmsText({ productName, publicUrl }: { productName: string; publicUrl: string }): SmsText {
  const host = new URL(publicUrl).hostname
  const words: Localized<(code: string) => string> = {
    en: (code) => `${code} is your ${productName} code. Never share it.`,
    de: (code) => `${code} ist dein ${productName}-Code. Gib ihn niemandem weiter.`,
  }
  return (language, code) => `${inLanguage(words, language)(code)}\n\n@${host} #${code}`
}
