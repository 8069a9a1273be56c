import type { Brand } from './brand.ts'
import type { CaptchaService } from './captcha.ts'
import type { PinBlocklist } from './pin.ts'
import type { SwitchValues } from './switches.ts'

/** Tells what a document is shown to: a camera, a phone that reads the German eID, or either, where two vendors are set. */
export type CheckKind = 'camera' | 'eid' | 'both'

/** Settings that every page needs; the server writes them into the page. */
export type PageSettings = {
  app: {
    /** The app opens here; the query string of the visit is kept. */
    openUrl: string
    iosStoreUrl: string | null
    androidStoreUrl: string | null
  }
  /** The list of PINs that the forms refuse. */
  pinBlocklist: PinBlocklist
  identityCheck: {
    /** The service's page for visitors. */
    url: string
    kind: CheckKind
    /** The name by which visitors know it; null: none is set. */
    name: string | null
  }
  /** Passkeys are switched on and possible at this address: https or localhost, and a name instead of an IP address. */
  passkeys: boolean
  /** The page on which the sandbox shows the SMS that it got; null everywhere else. */
  sandboxPhoneUrl: string | null
  /** The service of the captcha script that the page may load; null: none. */
  captchaService: CaptchaService | null
  /** The operator counts the visits of visitors who agree. */
  analytics: boolean
  /** The switches when the page was requested. */
  switches: SwitchValues
  brand: Brand
}

/** The name of the meta element with the page's settings as JSON. */
export const PAGE_SETTINGS = 'settings'
