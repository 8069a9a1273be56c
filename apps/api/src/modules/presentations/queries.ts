import { decisiveAges, elementOf } from './ages.ts'
import { embedded, writeCbor } from './cbor.ts'
import { type JsonObject, readBase64Url, readJson, readObject } from './jws.ts'
import { MDOC_BIRTH_DATE, PID, PROOF_OF_AGE } from './mdoc.ts'
import { must } from './refused.ts'
import { AGES, BIRTH_DATE, PID_VCT } from './sd-jwt.ts'

/** Names the one query of a request, and its answer. */
const QUERY_ID = 'proof_of_age'

/**
 * The query of OpenID4VP (DCQL): one element of one document. Where others decide too, an app shows the first one that its
 * proof has.
 */
const queryFor = (minimumAge: number) => {
  const claims = decisiveAges(minimumAge).map((age) => ({ id: `${age}`, path: [PROOF_OF_AGE, elementOf(age)] }))
  const onlyOne = { claims: claims.map(({ path }) => ({ path })) }
  const oneOfThem = { claims, claim_sets: claims.map(({ id }) => [id]) }
  return {
    credentials: [
      {
        id: QUERY_ID,
        format: 'mso_mdoc',
        meta: { doctype_value: PROOF_OF_AGE },
        ...(claims.length === 1 ? onlyOne : oneOfThem),
      },
    ],
  }
}

export const SD_JWT_QUERY_ID = 'pid_sd_jwt'
const MDOC_QUERY_ID = 'pid_mdoc'
const [AGE_CLAIM, BIRTH_DATE_CLAIM] = ['age', 'birth_date']

/** The age that is asked for, else the birth date, in one of the formats of these kinds. It is not kept (`intent_to_retain`). */
export function pidQuery(minimumAge: number, docTypes: readonly string[]) {
  const claimsOf = (age: string[], birthDate: string[], more = {}) => ({
    claims: [
      { id: AGE_CLAIM, path: age, ...more },
      { id: BIRTH_DATE_CLAIM, path: birthDate, ...more },
    ],
    claim_sets: [[AGE_CLAIM], [BIRTH_DATE_CLAIM]],
  })
  const sdJwt = {
    id: SD_JWT_QUERY_ID,
    format: 'dc+sd-jwt',
    meta: { vct_values: [`${PID_VCT}:1`] },
    ...claimsOf([AGES, `${minimumAge}`], [BIRTH_DATE]),
  }
  const mdoc = {
    id: MDOC_QUERY_ID,
    format: 'mso_mdoc',
    meta: { doctype_value: PID },
    ...claimsOf([PID, elementOf(minimumAge)], [PID, MDOC_BIRTH_DATE], { intent_to_retain: false }),
  }
  const credentials = [...(docTypes.includes(PID_VCT) ? [sdJwt] : []), ...(docTypes.includes(PID) ? [mdoc] : [])]
  return { credentials, credential_sets: [{ options: credentials.map(({ id }) => [id]) }] }
}

/** Names a website by the address that the answer goes to: the profile of age apps knows no other name. */
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

/**
 * The DeviceRequest of ISO 18013-5, for an element that we do not keep. Apps answer it with the nearest element that decides
 * (7.2.5), so that the others are not named.
 */
export const deviceRequest = (minimumAge: number): Uint8Array => {
  const nameSpaces = { [PROOF_OF_AGE]: { [elementOf(minimumAge)]: false } }
  const items = writeCbor({ docType: PROOF_OF_AGE, nameSpaces })
  return writeCbor({ version: '1.0', docRequests: [{ itemsRequest: embedded(items) }] })
}

/** The one presentation in the answers to the queries of OpenID4VP, and the query that it answers. @throws Refused */
export function readPresentation(answers: JsonObject, queries: readonly string[]): [query: string, shown: string] {
  const [answer, ...others] = Object.entries(answers)
  must(answer !== undefined && others.length === 0, 'malformed', 'not one answer')
  const [query, presentations] = answer
  must(queries.includes(query), 'malformed', 'an answer to another query')
  must(Array.isArray(presentations) && presentations.length === 1, 'malformed', 'not one presentation')
  const presentation: unknown = presentations[0]
  must(typeof presentation === 'string', 'malformed', 'a presentation of another kind')
  return [query, presentation]
}

/** The proof of age in a `vp_token` that came in plain. @throws Refused */
export function readToken(token: string | undefined): Uint8Array {
  must(token !== undefined, 'malformed', 'no vp_token')
  const [, presentation] = readPresentation(readObject(readJson(token), 'the answers'), [QUERY_ID])
  return readBase64Url(presentation)
}
