import type { Keys } from '../../platform/keyring.ts'

/** 128 bits are enough for five minutes, and keep the QR code coarse. */
const CODE_LENGTH = 22

/**
 * What belongs to a request, each derived from the one before under a key: who knows the nonce learns nothing about the
 * address, and who knows the address nothing about the id. So that no row has one of them.
 */
export const requestKeys = (keys: Pick<Keys, 'mac'>) => ({
  /** In the short address that a QR code holds. */
  codeOf: (id: string): string => keys.mac('code', id).toString('base64url').slice(0, CODE_LENGTH),
  /** In the address that an app answers to. */
  routeOf: (code: string): string => keys.mac('route', code).toString('base64url'),
  nonceOf: (route: string): string => keys.mac('nonce', route).toString('base64url'),
  /** What the key for an encrypted answer is made of. */
  seedOf: (route: string): Buffer => keys.mac('answer-key', route),
  digitsHashOf: (idHash: Buffer, digits: string): Buffer => keys.mac('digits', idHash.toString('hex'), digits),
})
export type RequestKeys = ReturnType<typeof requestKeys>
