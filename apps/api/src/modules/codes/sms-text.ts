import { inLanguage, type Language, type Localized } from '@avouch/contract'
import type { Mac } from '../../platform/keyring.ts'
import type { CodeSeed } from '../sms/index.ts'
import { deriveCode, deriveLink } from './code.ts'

type Settings = { productName: string; publicUrl: string }
/** linkInSms: networks may filter SMS with links. */
type LinkSettings = Settings & { linkInSms: boolean }

/** The screen that opens a link. */
const LINK_PATH = '/w'

/** The last line binds the code to our origin, so that browsers fill it in nowhere else. */
export function createSmsText({ productName, publicUrl }: Settings): (language: Language, code: string) => string {
  const host = new URL(publicUrl).hostname
  const words: Localized<(code: string) => string> = {
    en: (code) => `${code} is your ${productName} code. Never share it.`,
    de: (code) => `${code} ist dein ${productName}-Code. Gib ihn niemandem weiter.`,
  }
  return (language, code) => `${inLanguage(words, language)(code)}\n\n@${host} #${code}`
}

/** A long name and host leave no room for a sentence before the link, or for the name. */
const ONE_SMS = 160

/** The secret stands behind the #: it reaches no server, log or preview. Without links the 16 characters stand alone. */
export function createLinkText({ productName, publicUrl, linkInSms }: LinkSettings) {
  const { host, origin } = new URL(publicUrl)
  const words: Localized<{ why: string; once: string; at: (address: string) => string }> = {
    en: {
      why: "your way in, if codes don't work: ",
      once: 'One use, 6 hours, works where you open it. Never pass it on.',
      at: (address) => `One use, 6 hours. Type it at ${address}. Never pass it on.`,
    },
    de: {
      why: 'dein Zugang, wenn Codes nicht gehen: ',
      once: 'Einmal, 6 Stunden, gilt dort, wo du ihn öffnest. Nicht weitergeben.',
      at: (address) => `Einmal, 6 Stunden. Gib ihn auf ${address} ein. Nicht weitergeben.`,
    },
  }
  return (language: Language, secret: string): string => {
    const { why, once, at } = inLanguage(words, language)
    const rest = linkInSms ? `${origin}${LINK_PATH}#${secret}\n${once}` : `${secret}\n${at(`${host}${LINK_PATH}`)}`
    const beginnings = [`${productName}: ${why}`, `${productName}: `]
    return `${beginnings.find((beginning) => beginning.length + rest.length <= ONE_SMS) ?? ''}${rest}`
  }
}

/** The text of a code's SMS. The code is derived when the SMS is sent. */
export function createCodeText({ keys, ...settings }: LinkSettings & { keys: { mac: Mac } }) {
  const [codeText, linkText] = [createSmsText(settings), createLinkText(settings)]
  return (language: Language, seed: CodeSeed): string =>
    seed.form === 'link'
      ? linkText(language, deriveLink(keys.mac, seed))
      : codeText(language, deriveCode(keys.mac, seed))
}
