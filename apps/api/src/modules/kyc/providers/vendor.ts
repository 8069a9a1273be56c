import type { Clock } from '#platform/clock.ts'
import type { Warn } from '#platform/log.ts'
import type { documentName } from './document-name.ts'
import type { AgeOf } from './of-age.ts'

/** Settings of a vendor. */
export type VendorAccess = {
  account: string
  secret: string
  /** Signs its messages, where that is another one; the old one counts too while the new one takes its place. */
  reportSecret: string | undefined
  oldReportSecret: string | undefined
  apiUrl: string
  flow: string | undefined
  /** `same`: the vendor makes no difference. */
  flowWithoutConsent: string | undefined
}

/** Each adapter is made of these. */
export type VendorDeps = {
  access: VendorAccess
  clock: Clock
  warn: Warn
  ageOf: AgeOf
  /** undefined: two checks of this document can't be told from those of two. */
  documentHash: (document: Parameters<typeof documentName>[0]) => string | undefined
  /** The same for a card that tells a pseudonym in place of a number. */
  pseudonymHash: (pseudonym: string) => string
  /** Where all visitors come back to, from a vendor that knows one address. */
  returnUrl: string
  /** Counts an answer of an unknown form, by the names of its fields. It decides nothing. */
  unreadable: (fields: readonly string[]) => 'no_answer'
}
