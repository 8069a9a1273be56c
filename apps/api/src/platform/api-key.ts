import { crc32 } from 'node:zlib'
import { newToken } from './identifier.ts'

const CHECKED = /^avpk_(?:live|test)_(?<secret>[A-Za-z0-9_-]{43})(?<checksum>[0-9a-z]{7})$/
const CHECKSUM_LENGTH = 7

/** Lets secret scanners recognise a leaked key, and us refuse a mistyped one without a query. It proves nothing. */
const checksumOf = (text: string) => crc32(text).toString(36).padStart(CHECKSUM_LENGTH, '0')

export function newApiKey(live: boolean): string {
  const secret = newToken(live ? 'avpk_live' : 'avpk_test')
  return secret + checksumOf(secret)
}

/** True if a key was mistyped or cut. Keys that an operator made by hand have no checksum to compare. */
export function isDamaged(apiKey: string): boolean {
  const { checksum } = CHECKED.exec(apiKey)?.groups ?? {}
  return checksum !== undefined && checksum !== checksumOf(apiKey.slice(0, -CHECKSUM_LENGTH))
}

/** The prefix says the mode; it is part of what is hashed, so it can't be changed. */
export const isLiveKey = (apiKey: string): boolean => !apiKey.startsWith('avpk_test_')
