import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { PROOF_OF_AGE } from '../src/age-office/office-keys.ts'

export const NONCE = 'nonce-of-the-tests'
const SHORT_LINK = '/w/short-link-of-the-tests'

/** Asks for the first of these ages that a proof has. */
export function dcqlFor(...ages: readonly number[]): string {
  const claims = ages.map((age) => ({ id: `${age}`, path: [PROOF_OF_AGE, `age_over_${age}`] }))
  const sets = ages.length === 1 ? {} : { claim_sets: ages.map((age) => [`${age}`]) }
  const credential = { id: 'proof', format: 'mso_mdoc', meta: { doctype_value: PROOF_OF_AGE }, claims, ...sets }
  return JSON.stringify({ credentials: [credential] })
}

type Said = { status: number; body: object }

/** Takes the answers of age apps as the product does. */
export async function startFakeVerifier() {
  const received: URLSearchParams[] = []
  let next: Said = { status: 200, body: {} }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') {
      const isPhone = request.headers['user-agent']?.includes('Mobile') === true
      return response.writeHead(isPhone ? 303 : 200, isPhone ? { location: link() } : {}).end()
    }
    received.push(new URLSearchParams(await text(request)))
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const responseUri = `${url}/openid4vp/response/route-of-the-tests`

  function link(changed: Readonly<Record<string, string>> = {}) {
    const fields = {
      client_id: `redirect_uri:${changed['response_uri'] ?? responseUri}`,
      response_type: 'vp_token',
      response_mode: 'direct_post',
      response_uri: responseUri,
      nonce: NONCE,
      dcql_query: dcqlFor(18),
      ...changed,
    }
    return `av://?${new URLSearchParams(fields)}`
  }

  return {
    url,
    link,
    responseUri,
    shortLink: url + SHORT_LINK,
    received,
    willSay: (status: number, body: object) => void (next = { status, body }),
    /** The one presentation of the last answer. */
    presented(): Buffer {
      const { proof } = JSON.parse(received.at(-1)?.get('vp_token') ?? '{}') as { proof?: string[] }
      return Buffer.from(proof?.[0] ?? '', 'base64url')
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
