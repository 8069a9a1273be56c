import type { CaptchaService } from '@avouch/contract'
import type { CaptchaProvider } from './ports.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createSiteverify } from './siteverify.ts'

type Captcha =
  | { kind: 'off' }
  | { kind: 'pow'; tries: number }
  | { kind: 'service'; service: CaptchaService; siteKey: string; secret: string }

export type CaptchaSettings = { captcha: Captcha; publicUrl: string; production: boolean }
type Ports = { mac: (...parts: string[]) => Buffer; warn: (event: string, details?: object) => void }

/** The captcha that the settings name. What weakens the product is said at the start. */
export function createCaptchaProvider(
  { captcha, publicUrl, production }: CaptchaSettings,
  { mac, warn }: Ports,
): CaptchaProvider | undefined {
  switch (captcha.kind) {
    case 'off':
      if (production) warn('captcha is off')
      return undefined
    case 'pow':
      return createProofOfWork({ tries: captcha.tries, mac })
    case 'service': {
      const { service, siteKey, secret } = captcha
      warn('pages load the script of a captcha service', { service })
      const onFailure = (reason: string) => warn('captcha service', { service, reason })
      return createSiteverify({ service, siteKey, secret, hostname: new URL(publicUrl).hostname, onFailure })
    }
  }
}
