import { createHash } from 'node:crypto'
import { writeCbor } from './cbor.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** What a device signs with its proof. It is made from what we sent, never from an answer or a header. */
export type Transcript = readonly [null, null, readonly [string, Uint8Array]]

/** OpenID4VP 1.0, B.2.6.1. `thumbprint`: of the key for an encrypted answer; null: the answer comes in plain. */
export const openId4VpTranscript = (request: {
  clientId: string
  nonce: string
  thumbprint: Uint8Array | null
  responseUri: string
}): Transcript => {
  const { clientId, nonce, thumbprint, responseUri } = request
  return [null, null, ['OpenID4VPHandover', sha256(writeCbor([clientId, nonce, thumbprint, responseUri]))]]
}

/** ISO 18013-7, Annex C. */
export const browserTranscript = (encryptionInfo: string, origin: string): Transcript => [
  null,
  null,
  ['dcapi', sha256(writeCbor([encryptionInfo, origin]))],
]
