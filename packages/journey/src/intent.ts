/** The target of the approved page: a page of the product, or the provider. */
export type Departure = { page: '/verify-age/denied' | '/complete-process' } | { address: string }

type Confirmed = {
  /** false: the age check was denied after all. */
  result: boolean
  /** From the provider's registered list, as the server answered it. */
  redirectUri: string | null
  /** The visitor came from the provider's app on this phone. */
  mobile: boolean
  /** The intent was begun in this tab. */
  marked: boolean
  /** The address had a callback; without the marker only a callback leads back to the provider. */
  hasCallback: boolean
}

export function departAfterConfirming({ result, redirectUri, mobile, marked, hasCallback }: Confirmed): Departure {
  if (!result) return { page: '/verify-age/denied' }
  const wanted = mobile && (marked || hasCallback)
  return wanted && redirectUri !== null ? { address: redirectUri } : { page: '/complete-process' }
}
