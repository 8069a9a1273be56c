import type { Language } from './languages.ts'

/** Goes along to the identity-check service with its visitor. */
export type Referral = {
  /** The transaction code. */
  tc: string
  language: Language
  /** Address to which the visitor comes back. */
  oi: string
  dataCollectionConsent: boolean
}

/** The identity-check service's address for one check (KYC-01). */
export function checkAddress(service: string, { tc, language, oi, dataCollectionConsent }: Referral): string {
  const address = new URL(service)
  address.searchParams.set('tc', tc)
  address.searchParams.set('lang', language)
  address.searchParams.set('oi', oi)
  address.searchParams.set('userConsentDP', dataCollectionConsent ? 'yes' : 'no')
  return address.href
}

/** The way back from the service: with the return id where a website asks. */
export function checkReturn(origin: string, { returnId, mobile }: { returnId: string | undefined; mobile: boolean }) {
  const address = new URL('/kyc-check-result', origin)
  if (returnId !== undefined) address.searchParams.set('return', returnId)
  address.searchParams.set('mobile', String(mobile))
  return address.href
}
