import type { IdentityService } from '../modules/kyc/ports.ts'

/** The address of the identity-check service, with the parameters that the specification names (section 2, /kyc). */
export const createIdentityService = (baseUrl: string): IdentityService => ({
  addressFor({ code, language, returnTo, dataCollectionConsent }) {
    const address = new URL(baseUrl)
    address.searchParams.set('tc', code)
    address.searchParams.set('lang', language)
    address.searchParams.set('oi', returnTo)
    address.searchParams.set('userConsentDP', dataCollectionConsent ? 'yes' : 'no')
    return address.href
  },
})
