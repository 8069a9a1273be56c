import type { CaptchaService } from '@avouch/contract'
import { settings } from '#settings/page-settings.ts'
import { CAPTCHA_SCRIPTS, isAllowedScript } from './script-addresses.ts'

type Rules = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>
type Policy = Pick<Rules, 'createScriptURL'>
/** Trusted Types, where the browser has them: TypeScript does not know them yet. */
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
      // While developing, parts are served from where their sources lie.
      if (import.meta.env.DEV || isAllowedScript(address, window.location.origin, chosen)) return address
      throw new TypeError(`no script is loaded from ${address}`)
    },
  }
  const factory = Reflect.get(window, 'trustedTypes') as Factory | undefined
  return factory?.createPolicy('av', rules) ?? rules
}

let policy: Policy | undefined

/** The address of a script or a worker, in the form that the browser takes from us alone. @throws TypeError for any other */
export function trustedScript(address: string): string {
  policy ??= createPolicy()
  return policy.createScriptURL(address)
}

/** A browser that waits for an address does not ask for it a second time, so that a further attempt has another one. */
export const trustedCaptchaScript = (service: CaptchaService, attempt: number): string =>
  trustedScript(CAPTCHA_SCRIPTS[service] + (attempt === 0 ? '' : `&attempt=${attempt}`))
