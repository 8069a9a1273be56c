import { type KeyObject, sign } from 'node:crypto'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A compact JWS with ES256, by a private key on P-256. Synchronous: WebCrypto, by which libraries sign, hands each
 * signature to another thread and takes three times as long.
 */
export function signJws(header: Readonly<Record<string, unknown>>, payload: object, key: KeyObject): string {
  const signed = `${part({ alg: 'ES256', ...header })}.${part(payload)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
