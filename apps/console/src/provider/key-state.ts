import type { AdminKey } from '@avouch/contract'

export type KeyState = 'revoked' | 'expired' | 'ending' | 'working'

/** Derives the state of a key now: valid, revoked or expired. */
export function keyStateOf({ revoked_at, expires_at }: AdminKey): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'working'
  return new Date(expires_at) <= new Date() ? 'expired' : 'ending'
}

export const works = (key: AdminKey): boolean => ['ending', 'working'].includes(keyStateOf(key))
