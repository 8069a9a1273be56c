import { HOUR_MS, type KnownIntent } from '@avouch/contract'

/** The code of a website's request. */
export const MINTID = 'A'.repeat(22)
export const CINEMA = 'Kino Aurora'
export const BACK = 'https://cinema.example/return'

type Summary = NonNullable<KnownIntent['intent']>

/** A request of a website as the server describes it: open, for the age of 18, by any method. */
export const requestOf = (changes: Partial<Summary> = {}): Summary => ({
  provider: { name: CINEMA, domain: 'cinema.example', logo: null },
  live: true,
  kind: 'age',
  minimum_age: 18,
  accept: ['identity_check', 'proof_of_age', 'id_wallet'],
  payment: null,
  transaction: 'AVO-1',
  redirect_uri: BACK,
  return: null,
  expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
  ended: null,
  ...changes,
})
