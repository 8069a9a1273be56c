import { createHash, type KeyObject } from 'node:crypto'
import { SECOND_MS } from '@avouch/contract'
import { SignJWT } from 'jose'
import { readPresentation } from './answers.ts'
import { PID, PID_VCT } from './doc-types.ts'
import { readBase64Url, readObject } from './jws.ts'
import { type Trust, verifyMdocPid } from './mdoc.ts'
import { MDOC_QUERY_ID, pidQuery, SD_JWT_QUERY_ID } from './queries.ts'
import { must } from './refused.ts'
import { verifySdJwt } from './sd-jwt.ts'
import { openId4VpTranscript } from './transcripts.ts'
import { answerKeyOf, ENCRYPTIONS, openEncrypted } from './wallet-keys.ts'

/** Who we are to ID wallets. */
export type WalletAccess = {
  /** DER: the access certificate, then those of its authorities. */
  certificates: readonly Buffer[]
  key: KeyObject
  /** The address that opens a wallet. */
  openUrl: string
}
/** What belongs to one request. `seed`: of the key for its answer. */
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

type Signing = { now: Date; expiresAt: Date; walletNonce: string | undefined }

/** The signed request object (RFC 9101) of the high assurance profile. No `state`: the address of the answer says as much. */
export function requestObject(access: WalletAccess, request: WalletRequest, times: Signing): Promise<string> {
  const { jwk } = answerKeyOf(request.seed)
  return new SignJWT({
    aud: 'https://self-issued.me/v2',
    client_id: clientIdOf(access),
    response_type: 'vp_token',
    response_mode: 'direct_post.jwt',
    response_uri: request.responseUri,
    nonce: request.nonce,
    ...(times.walletNonce === undefined ? {} : { wallet_nonce: times.walletNonce }),
    iat: Math.floor(times.now.getTime() / SECOND_MS),
    exp: Math.floor(times.expiresAt.getTime() / SECOND_MS),
    dcql_query: pidQuery(request.minimumAge),
    client_metadata: {
      jwks: { keys: [jwk] },
      encrypted_response_enc_values_supported: ENCRYPTIONS,
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
        mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
      },
    },
  })
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'oauth-authz-req+jwt',
      x5c: access.certificates.map((one) => one.toString('base64')),
    })
    .sign(access.key)
}

type Verifying = { access: WalletAccess; trustFor: (docType: string) => Promise<Trust>; now: Date }

/**
 * What a wallet answered, which has to be encrypted for this request.
 * @returns cancelled when the visitor shows nothing. @throws Refused
 */
export async function readWalletAnswer(
  response: string,
  request: WalletRequest,
  { access, trustFor, now }: Verifying,
): Promise<'yes' | 'no' | 'cancelled'> {
  const key = answerKeyOf(request.seed)
  const answer = await openEncrypted(response, key)
  must(answer['state'] === undefined, 'not_of_this_request', 'an answer to a request with a state')
  if (typeof answer['error'] === 'string') return 'cancelled'
  const answers = readObject(answer['vp_token'], 'the answers')
  const [query, shown] = readPresentation(answers, [SD_JWT_QUERY_ID, MDOC_QUERY_ID])
  const { minimumAge, nonce, responseUri } = request
  const clientId = clientIdOf(access)
  if (query === SD_JWT_QUERY_ID)
    return verifySdJwt(shown, { minimumAge, nonce, clientId, trust: await trustFor(PID_VCT), now })
  const transcript = openId4VpTranscript({ clientId, nonce, thumbprint: key.thumbprint, responseUri })
  return verifyMdocPid(readBase64Url(shown), { minimumAge, transcript, trust: await trustFor(PID), now })
}
