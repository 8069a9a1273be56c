import type { Brand } from './brand.ts'
import type { CaptchaService } from './captcha.ts'
import type { PinBlocklist } from './pin.ts'
import type { SwitchValues } from './switches.ts'

/** What the operator sets and every page needs to know; the server writes it into the page. */
export type PageSettings = {
  app: {
    /** The app opens here; the query string of the visit is kept. */
    openUrl: string
    iosStoreUrl: string | null
    androidStoreUrl: string | null
  }
  /** Which PINs the forms refuse. */
  pinBlocklist: PinBlocklist
  /** The service whose captcha script the page may load; null: none. */
  captchaService: CaptchaService | null
  /** The operator counts visits, of those who agree to it. */
  analytics: boolean
  /** As they were when the page was asked for. */
  switches: SwitchValues
  brand: Brand
}

/** The name of the page's meta element that holds them as JSON. */
export const PAGE_SETTINGS = 'settings'
