import type { X509Certificate } from 'node:crypto'
import { MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { must } from './refused.ts'

/** How far the clocks of issuers and of phones may be from ours: what a request asks for is fresh by its nonce. */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS

type Validity = {
  /** Absent: the document does not say when it was signed. */
  signed: Date | undefined
  validFrom: Date | undefined
  validUntil: Date
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** When a document is valid, and was signed. Issuers round the latter to a day, so that it names no person. @throws Refused */
export function checkValidity({ signed, validFrom, validUntil }: Validity, signer: X509Certificate, now: Date): void {
  must(validUntil >= later(now, -CLOCK_SKEW_MS), 'expired', 'no longer valid')
  for (const beginning of [signed, validFrom])
    must(beginning === undefined || beginning <= later(now, CLOCK_SKEW_MS), 'not_valid_yet', 'not valid yet')
  const isInTime =
    signed === undefined || (dayOf(signed) >= dayOf(signer.validFromDate) && signed <= signer.validToDate)
  must(isInTime, 'not_trusted', 'signed out of the time of the certificate')
}
