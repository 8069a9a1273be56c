import type { CaptchaService } from '@avouch/contract'

/** Addresses of the captcha services' scripts. */
export const CAPTCHA_SCRIPTS: Readonly<Record<CaptchaService, string>> = {
  recaptcha: 'https://www.google.com/recaptcha/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
}

const FURTHER_ATTEMPT = /&attempt=\d+$/

/** True for a file of our own build, and for exactly the script that the operator chose, with the number of a further attempt. */
export function isAllowedScript(address: string, origin: string, chosen: readonly string[]): boolean {
  if (chosen.includes(address.replace(FURTHER_ATTEMPT, ''))) return true
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  return url.origin === origin && url.pathname.startsWith('/assets/') && url.search === ''
}
