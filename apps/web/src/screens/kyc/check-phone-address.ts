import { checkAddress, checkReturn, isOn, type Language, opaqueId, sealedId } from '@avouch/contract'

/**
 * Our page on another device, or in another browser, that leads to the same check: it takes along what the service gets, and
 * nothing of the session. The transaction code alone is enough to make the check: it is in the fragment, which reaches no server and no log.
 */
export function checkPhoneAddress(checkUrl: string, { from }: { from: 'computer' | 'app' }): string {
  const given = new URL(checkUrl).searchParams
  const language = given.get('lang') ?? ''
  const returnId = new URL(given.get('oi') ?? '', window.location.origin).searchParams.get('return')
  const address = new URL('/check-phone', window.location.origin)
  const parameters = {
    lang: language,
    // The page's own language.
    lng: language,
    userConsentDP: given.get('userConsentDP') ?? 'no',
    ...(returnId !== null && { return: returnId }),
    ...(from === 'app' && { from }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  address.hash = `tc=${given.get('tc') ?? ''}`
  return address.href
}

/** The transaction code in the page's own address. */
export const handedOverCode = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('tc') ?? undefined

type HandedOver = { tc: string | undefined; userConsentDP: string | undefined; returnId: string | undefined }

/** The check that `checkPhoneAddress` took along; undefined where a part is missing. Anyone can write such an address: it decides no part of where it leads. */
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
