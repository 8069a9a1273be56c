import { elementOf } from './ages.ts'
import { embedded, writeCbor } from './cbor.ts'
import { PROOF_OF_AGE } from './mdoc.ts'

/** Names the one query of a request, and its answer. */
export const QUERY_ID = 'proof_of_age'

/** The query of OpenID4VP (DCQL): one element of one document. */
const queryFor = (minimumAge: number) => ({
  credentials: [
    {
      id: QUERY_ID,
      format: 'mso_mdoc',
      meta: { doctype_value: PROOF_OF_AGE },
      claims: [{ path: [PROOF_OF_AGE, elementOf(minimumAge)] }],
    },
  ],
})

/** Who asks is the address that the answer goes to: the profile of age apps knows no other name for a website. */
export const clientIdOf = (responseUri: string): string => `redirect_uri:${responseUri}`

type Request = { minimumAge: number; nonce: string; responseUri: string }

/** The whole request as an address that opens the app (OpenID4VP, by value, answered by direct_post). */
export function requestUrl(appOpenUrl: string, request: Request): string {
  const { minimumAge, nonce, responseUri } = request
  const parameters = new URLSearchParams({
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: clientIdOf(responseUri),
    response_uri: responseUri,
    nonce,
    dcql_query: JSON.stringify(queryFor(minimumAge)),
  })
  // Apps decode what browsers encode, and not every one takes a plus for a space.
  return `${appOpenUrl}?${parameters.toString().replaceAll('+', '%20')}`
}

/** The DeviceRequest of ISO 18013-5 for the same element, which we do not keep. */
export const deviceRequest = (minimumAge: number): Uint8Array => {
  const nameSpaces = { [PROOF_OF_AGE]: { [elementOf(minimumAge)]: false } }
  const items = writeCbor({ docType: PROOF_OF_AGE, nameSpaces })
  return writeCbor({ version: '1.0', docRequests: [{ itemsRequest: embedded(items) }] })
}
