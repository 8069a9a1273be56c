import * as z from 'zod/mini'
import { PIN_BLOCKLISTS } from './pin.ts'
import { switchValues } from './switches.ts'

/** What the operator sets and every page needs to know; the server writes it into the page. */
export const pageSettings = z.object({
  app: z.object({
    /** The app opens here; the query string of the visit is kept. */
    openUrl: z.string(),
    iosStoreUrl: z.nullable(z.string()),
    androidStoreUrl: z.nullable(z.string()),
  }),
  /** Which PINs the forms refuse. */
  pinBlocklist: z.enum(PIN_BLOCKLISTS),
  /** As they were when the page was asked for. */
  switches: switchValues,
})
export type PageSettings = z.infer<typeof pageSettings>

/** The name of the page's meta element that holds them as JSON. */
export const PAGE_SETTINGS = 'settings'
