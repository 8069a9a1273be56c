import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'
import { certificateOf, newKeys, PID, PID_VCT } from '../src/age-office/office-keys.ts'

export const WALLET_NONCE = 'nonce-of-a-wallet'
const DAY_MS = 24 * 60 * 60 * 1_000

const claims = (age: string[], birthDate: string[]) => ({
  claims: [
    { id: 'age', path: age },
    { id: 'birth_date', path: birthDate },
  ],
  claim_sets: [['age'], ['birth_date']],
})
const QUERY = {
  credentials: [
    {
      id: 'sd_jwt',
      format: 'dc+sd-jwt',
      meta: { vct_values: [PID_VCT] },
      ...claims(['age_equal_or_over', '18'], ['birthdate']),
    },
    {
      id: 'mdoc',
      format: 'mso_mdoc',
      meta: { doctype_value: PID },
      ...claims([PID, 'age_over_18'], [PID, 'birth_date']),
    },
  ],
}

/** Asks ID wallets as the product does, and takes their answers. */
export async function startFakeWalletVerifier() {
  const received: URLSearchParams[] = []
  const keys = await newKeys()
  const answerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [from, until] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)]
  const certificate = new X509Certificate(await certificateOf({ name: 'Verifier', keys, from, until })).raw
  const clientId = `x509_hash:${createHash('sha256').update(certificate).digest('base64url')}`
  let signer: CryptoKey | KeyObject = keys.privateKey

  function requestObject(): Promise<string> {
    const payload = {
      aud: 'https://self-issued.me/v2',
      client_id: clientId,
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      response_uri: responseUri,
      nonce: WALLET_NONCE,
      dcql_query: QUERY,
      client_metadata: { jwks: { keys: [{ ...answerKey.publicKey.export({ format: 'jwk' }), kid: 'one' }] } },
    }
    const x5c = [certificate.toString('base64')]
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c }).sign(signer)
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.url?.includes('/request/') === true) return response.writeHead(200).end(await requestObject())
    received.push(new URLSearchParams(await text(request)))
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const responseUri = `${url}/openid4vp/response/x`
  const link = (name = clientId) =>
    `openid4vp://?${new URLSearchParams({ client_id: name, request_uri: `${url}/openid4vp/request/x` })}`
  return {
    url,
    clientId,
    responseUri,
    received,
    link,
    /** From now on the request is signed by another key. */
    signByAnother: () => void (signer = answerKey.privateKey),
    /** The key that answers are encrypted with. */
    answerKey: () => ({ ...answerKey.privateKey.export({ format: 'jwk' }), kid: 'one' }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
