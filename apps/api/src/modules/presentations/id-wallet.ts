import { createHash, type KeyObject } from 'node:crypto'
import { SECOND_MS } from '@avouch/contract'
import { signJws } from '../../platform/jws.ts'
import type { Trust } from '../trust/index.ts'
import { readBase64Url, readObject } from './jws.ts'
import { openId4VpTranscript, PID, verifyMdocPid } from './mdoc.ts'
import { pidQuery, readPresentation, SD_JWT_QUERY_ID } from './queries.ts'
import { must, Refused } from './refused.ts'
import { PID_VCT, verifySdJwt } from './sd-jwt.ts'
import { answerKeyOf, ENCRYPTIONS, openEncrypted } from './wallet-keys.ts'

/** Our identity towards ID wallets. */
export type WalletAccess = {
  /** DER: the access certificate, then those of its authorities. */
  certificates: readonly Buffer[]
  key: KeyObject
  /** The address that opens a wallet. */
  openUrl: string
  /** The kinds of identity data that are accepted from someone; no wallet is asked for another one. */
  docTypes: readonly string[]
}
/** The parameters of one request. `seed` makes the key for its answer. */
export type WalletRequest = { minimumAge: number; nonce: string; seed: Buffer; responseUri: string }

/** OpenID4VP 1.0, 5.9.3: a website is named by the certificate that signs its requests. */
function clientIdOf({ certificates: [own = Buffer.of()] }: WalletAccess): string {
  return `x509_hash:${createHash('sha256').update(own).digest('base64url')}`
}

/** The address that opens a wallet, which fetches the request from us. */
export function walletUrl(access: WalletAccess, requestUri: string): string {
  const parameters = new URLSearchParams({
    client_id: clientIdOf(access),
    request_uri: requestUri,
    request_uri_method: 'post',
  })
  return `${access.openUrl}?${parameters.toString()}`
}

const FORMATS = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
  mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
}
/** A parameter without a value counts as absent (RFC 6749, 3.1). */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

type Signing = { now: Date; expiresAt: Date; walletNonce: string | undefined }

/** The signed request object (RFC 9101) of the high assurance profile. No `state`: the address of the answer says as much. */
export function requestObject(access: WalletAccess, request: WalletRequest, times: Signing): string {
  const { jwk } = answerKeyOf(request.seed)
  const query = pidQuery(request.minimumAge, access.docTypes)
  const formats = query.credentials.map(({ format }) => format)
  const x5c = access.certificates.map((one) => one.toString('base64'))
  const claims = {
    aud: 'https://self-issued.me/v2',
    client_id: clientIdOf(access),
    response_type: 'vp_token',
    response_mode: 'direct_post.jwt',
    response_uri: request.responseUri,
    nonce: request.nonce,
    ...(times.walletNonce === undefined ? {} : { wallet_nonce: times.walletNonce }),
    iat: Math.floor(times.now.getTime() / SECOND_MS),
    exp: Math.floor(times.expiresAt.getTime() / SECOND_MS),
    dcql_query: query,
    client_metadata: {
      jwks: { keys: [jwk] },
      encrypted_response_enc_values_supported: ENCRYPTIONS,
      vp_formats_supported: Object.fromEntries(Object.entries(FORMATS).filter(([name]) => formats.includes(name))),
    },
  }
  return signJws({ typ: 'oauth-authz-req+jwt', x5c }, claims, access.key)
}

type Verifying = { access: WalletAccess; trust: Trust; now: Date; today: string }

/**
 * Reads a wallet's answer, which has to be encrypted for this request.
 * @throws Refused, `cancelled` when the visitor shows nothing
 */
export async function readWalletAnswer(
  response: string,
  request: WalletRequest,
  { access, trust, now, today }: Verifying,
): Promise<'yes' | 'no'> {
  const key = answerKeyOf(request.seed)
  const answer = await openEncrypted(response, key)
  const { state, error, vp_token: shownToken } = answer
  must(isAbsent(state), 'not_of_this_request', 'an answer to a request with a state')
  if (!isAbsent(error)) {
    must(typeof error === 'string' && isAbsent(shownToken), 'malformed', 'an error that is none')
    throw new Refused('cancelled', 'the visitor showed nothing')
  }
  const answers = readObject(shownToken, 'the answers')
  const { minimumAge, nonce, responseUri } = request
  const asked = pidQuery(minimumAge, access.docTypes).credentials.map(({ id }) => id)
  const [query, shown] = readPresentation(answers, asked)
  const clientId = clientIdOf(access)
  if (query === SD_JWT_QUERY_ID)
    return verifySdJwt(shown, { minimumAge, nonce, clientId, trusted: await trust.trustedFor(PID_VCT), now, today })
  const transcript = openId4VpTranscript({ clientId, nonce, thumbprint: key.thumbprint, responseUri })
  return verifyMdocPid(readBase64Url(shown), {
    minimumAge,
    transcript,
    trusted: await trust.trustedFor(PID),
    now,
    today,
  })
}
