import {
  checkAddress,
  checkReturn,
  isOn,
  LANGUAGE_PARAMETER,
  type Language,
  opaqueId,
  sealedId,
} from '@avouch/contract'

/**
 * Builds the address of our page that leads to the same check in another browser or on another device, with what the service gets
 * and nothing of the session. Whoever has the transaction code can make the check: it is in the fragment, which no server or log sees.
 */
export function checkPhoneAddress(checkUrl: string, { from }: { from: 'computer' | 'app' }): string {
  const given = new URL(checkUrl).searchParams
  const language = given.get('lang') ?? ''
  const returnId = new URL(given.get('oi') ?? '', window.location.origin).searchParams.get('return')
  const address = new URL('/check-phone', window.location.origin)
  const parameters = {
    lang: language,
    [LANGUAGE_PARAMETER]: language,
    userConsentDP: given.get('userConsentDP') ?? 'no',
    ...(returnId !== null && { return: returnId }),
    ...(from === 'app' && { from }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  address.hash = `tc=${given.get('tc') ?? ''}`
  return address.href
}

/** Reads the transaction code in the page's address. */
export const handedOverCode = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('tc') ?? undefined

type HandedOver = { tc: string | undefined; userConsentDP: string | undefined; returnId: string | undefined }

/** Gives the service's address for the check; undefined where a part is missing. Anyone can write such an address, so its origin is not taken from there. */
export function checkUrlOf({ tc, userConsentDP, returnId }: HandedOver, service: string, language: Language) {
  const code = opaqueId.safeParse(tc)
  if (!code.success || (returnId !== undefined && !sealedId.safeParse(returnId).success)) return undefined
  return checkAddress(service, {
    tc: code.data,
    language,
    oi: checkReturn(window.location.origin, { returnId, mobile: false }),
    dataCollectionConsent: isOn(userConsentDP),
  })
}
