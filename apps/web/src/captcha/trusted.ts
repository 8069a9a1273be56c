import type { CaptchaService } from '@avouch/contract'
import { settings } from '#settings/page-settings.ts'
import { CAPTCHA_SCRIPTS, isAllowedScript } from './script-addresses.ts'

type Rules = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>
type Policy = Pick<Rules, 'createScriptURL'>
/** The factory of Trusted Types, which TypeScript does not know yet; not every browser has one. */
type Factory = { createPolicy(name: string, rules: Rules): Policy }

const refuse = (what: string) => (): never => {
  throw new TypeError(`no text becomes ${what} here`)
}

function createPolicy(): Policy {
  const { captchaService } = settings
  const chosen = captchaService === null ? [] : [CAPTCHA_SCRIPTS[captchaService]]
  const rules: Rules = {
    createHTML: refuse('HTML'),
    createScript: refuse('code'),
    createScriptURL: (address) => {
      // In development, Vite serves modules from their source folders.
      if (import.meta.env.DEV || isAllowedScript(address, window.location.origin, chosen)) return address
      throw new TypeError(`no script is loaded from ${address}`)
    },
  }
  const factory = Reflect.get(window, 'trustedTypes') as Factory | undefined
  return factory?.createPolicy('av', rules) ?? rules
}

let policy: Policy | undefined

/** Turns an address of a script or a worker into a trusted one. @throws TypeError for any address that is not allowed */
export function trustedScript(address: string): string {
  policy ??= createPolicy()
  return policy.createScriptURL(address)
}

/** Gives each attempt another address: a browser that still waits for an address does not request it again. */
export const trustedCaptchaScript = (service: CaptchaService, attempt: number): string =>
  trustedScript(CAPTCHA_SCRIPTS[service] + (attempt === 0 ? '' : `&attempt=${attempt}`))
