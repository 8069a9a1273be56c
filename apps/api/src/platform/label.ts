import { tokenHash } from './identifier.ts'

const LABEL_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A short name of the transaction, for the footer and for support: "7QX4-M2KD". It leads nowhere. */
export function transactionLabel(intentId: string): string {
  const letters = Array.from(tokenHash(`label ${intentId}`).subarray(0, 8), (byte) => LABEL_ALPHABET[byte % 32] ?? '')
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
