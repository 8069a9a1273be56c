import { crc32 } from 'node:zlib'
import { newToken } from '../../platform/identifier.ts'

const CHECKED = /^avpk_(?:live|test)_(?<secret>[A-Za-z0-9_-]{43})(?<checksum>[0-9a-z]{7})$/
const CHECKSUM_LENGTH = 7

/** Found by machines that look for leaked secrets, and by ours before the database is asked. It proves nothing. */
const checksumOf = (text: string) => crc32(text).toString(36).padStart(CHECKSUM_LENGTH, '0')

export function newApiKey(live: boolean): string {
  const secret = newToken(live ? 'avpk_live' : 'avpk_test')
  return secret + checksumOf(secret)
}

/** A key that was mistyped or cut. Keys that an operator made by hand have no checksum, and nothing to be wrong. */
export function isDamaged(apiKey: string): boolean {
  const { checksum } = CHECKED.exec(apiKey)?.groups ?? {}
  return checksum !== undefined && checksum !== checksumOf(apiKey.slice(0, -CHECKSUM_LENGTH))
}

/** The key says itself what it is for; its hash holds it to that. */
export const isLiveKey = (apiKey: string): boolean => !apiKey.startsWith('avpk_test_')
