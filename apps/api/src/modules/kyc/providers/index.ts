import type { Clock } from '#platform/clock.ts'
import type { Keys } from '#platform/keyring.ts'
import type { Warn } from '#platform/log.ts'
import type { Meter } from '#platform/meter.ts'
import { documentName } from './document-name.ts'
import type { IdentityCheck } from './identity-check.ts'
import { createAgeOf } from './of-age.ts'
import { createIdura, IDURA_UNCONFIRMED } from './idura.ts'
import { createOnfido, ONFIDO_UNCONFIRMED } from './onfido.ts'
import type { VendorAccess, VendorDeps } from './vendor.ts'
import { createVeriff, VERIFF_UNCONFIRMED } from './veriff.ts'

/** The adapters, by what IDENTITY_PROVIDER names. */
const VENDORS = { veriff: createVeriff, onfido: createOnfido, idura: createIdura } satisfies Record<
  string,
  (deps: VendorDeps) => IdentityCheck
>
export type VendorName = keyof typeof VENDORS

/** Lists what is not confirmed about each vendor: a person with a real account has to try it before anything relies on it. */
export const UNCONFIRMED: Readonly<Record<VendorName, readonly string[]>> = {
  veriff: VERIFF_UNCONFIRMED,
  onfido: ONFIDO_UNCONFIRMED,
  idura: IDURA_UNCONFIRMED,
}

export type VendorSettings = {
  provider: VendorName
  access: VendorAccess
  /** Decides which day it is, for an age. */
  timeZone: string
  /** false: what proves one account's age may prove another's too. */
  useDocumentNumbers: boolean
}
type Deps = { clock: Clock; warn: Warn; meter: Meter; keys: { documents: Keys }; settings: { publicUrl: string } }

/** Creates the adapters that the settings name. */
export function createVendors(all: readonly VendorSettings[], deps: Deps) {
  const { clock, warn, meter, keys, settings } = deps
  const countUnreadable = meter.counter({
    name: 'identity_unreadable_total',
    help: 'Answers of the identity-check vendor of an unknown form; they decide nothing.',
    labels: ['provider'],
    from: all.map(({ provider }) => ({ provider })),
  })
  return all.map(({ provider, access, timeZone, useDocumentNumbers }) => ({
    provider,
    check: VENDORS[provider]({
      access,
      clock,
      warn,
      ageOf: createAgeOf(timeZone),
      documentHash(document) {
        const name = useDocumentNumbers ? documentName(document) : undefined
        return name === undefined ? undefined : keys.documents.mac('vendor-document', name).toString('base64url')
      },
      pseudonymHash: (pseudonym) => keys.documents.mac('vendor-document', 'eid', pseudonym).toString('base64url'),
      returnUrl: new URL(`/identity/return/${provider}`, settings.publicUrl).href,
      unreadable(fields) {
        countUnreadable({ provider })
        warn('identity check report not understood', { type: provider, fields })
        return 'no_answer'
      },
    }),
  }))
}
