import { createHash } from 'node:crypto'
import { writeCbor } from '../../src/modules/presentations/cbor.ts'

/** Reads a link as an app does. */
export function readLink(url: string) {
  const fields = new URLSearchParams(url.slice(url.indexOf('?')))
  const field = (name: string) => fields.get(name) ?? ''
  return { nonce: field('nonce'), clientId: field('client_id'), responseUri: field('response_uri'), fields }
}

/** The transcript as OpenID4VP describes it, made without the product's code. */
export function transcriptOf(
  url: string,
  change: Partial<{ nonce: string; clientId: string; responseUri: string; thumbprint: Uint8Array }> = {},
) {
  const { nonce, clientId, responseUri, thumbprint = null } = { ...readLink(url), ...change }
  const info = writeCbor([clientId, nonce, thumbprint, responseUri])
  return [null, null, ['OpenID4VPHandover', createHash('sha256').update(info).digest()]]
}

export const tokenOf = (response: Uint8Array): string =>
  JSON.stringify({ proof_of_age: [Buffer.from(response).toString('base64url')] })
