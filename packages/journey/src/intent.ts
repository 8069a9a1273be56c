/** Where the approved page sends the visitor: to a page of ours, or out to the provider. */
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
  /** A callback stood in the address; without the marker it is what asks for the way out. */
  hasCallback: boolean
}

export function departAfterConfirming({ result, redirectUri, mobile, marked, hasCallback }: Confirmed): Departure {
  if (!result) return { page: '/verify-age/denied' }
  const wanted = mobile && (marked || hasCallback)
  return wanted && redirectUri !== null ? { address: redirectUri } : { page: '/complete-process' }
}
