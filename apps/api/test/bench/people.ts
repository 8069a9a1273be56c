import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { makeMasterKeys, type MasterKeys } from '../../src/config/key-files.ts'
import { createPhoneBook } from '../../src/modules/accounts/index.ts'
import { newId, newToken, tokenHash } from '../../src/platform/identifier.ts'
import { createKeyring } from '../../src/platform/keyring.ts'
import { refreshTokenFor } from '../../src/modules/sessions/refresh-token.ts'

export const PIN = '2580'
/** The least that OWASP recommends, which is the product's own, and five times as much work. */
export const LIGHT: Argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const HEAVY: Argon2 = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** Who has typed the right PIN in and gets the next code: with a registration, or with an account; or has a session. */
export type Person = { number: string; address: string; cookie: string; bearer: string; refreshToken: string }
export type Kind = 'registration' | 'account' | 'session'
export type Argon2 = { memoryCost: number; timeCost: number; parallelism: number }

const PREFIXES = 9_000
let made = 0

/** Numbers that differ in more than their last four digits, as those of real people do. */
function nextNumber(): string {
  const n = (made += 1)
  return `+49151${String(1_000 + (n % PREFIXES))}${String(Math.floor(n / PREFIXES)).padStart(4, '0')}`
}
/** One after the other they are in different networks: people share rate limits only with their neighbours. */
const addressOf = (n: number) => `20.${n & 255}.${(n >> 8) & 255}.${(n >> 16) & 255}`

const ownerOf = (kind: Kind) => (kind === 'registration' ? 'registration' : 'account')
const INSERT_OWNER = {
  registration: `
    insert into registration (id, phone_idx, phone_enc, pin_enc, device_hash, without_cookie, language, data_collection_consent,
      created_at, expires_at)
    select *, false, 'en', false, now(), now() + interval '1 day'
    from unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::bytea[])`,
  account: `
    insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
    select *, 'en', false, now() from unnest($1::text[], $2::bytea[], $3::text[], $4::text[])`,
}
const insertFamilies = (kind: Kind) => `
  insert into session_family (id, scope, ${ownerOf(kind)}_id, device_hash, authenticated_at, idle_expires_at, expires_at)
  select f.id, '${kind === 'session' ? 'full' : 'pre_confirmation'}', f.owner, f.device, now(), now() + interval '1 hour', now() + interval '1 hour'
  from unnest($1::text[], $2::text[], $3::bytea[]) f (id, owner, device)`
const INSERT_TOKENS = `
  insert into access_token (hash, family_id, expires_at)
  select *, now() + interval '1 hour' from unnest($1::bytea[], $2::text[])`

/** A database whose keys the bench knows, so that people need not come in through HTTP, a PIN hash each. */
export function createPeople(databaseUrl: string, master: MasterKeys) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const keyring = createKeyring(master)
  const phones = createPhoneBook(keyring)
  const pinKeys = keyring.for('pin')
  const refreshMac = keyring.for('refresh-token').mac
  const hashes = new Map([LIGHT, HEAVY].map((argon2) => [argon2, hash(PIN, argon2)]))

  return {
    async add(kind: Kind, count: number, argon2 = LIGHT): Promise<Person[]> {
      const encoded = (await hashes.get(argon2)) ?? ''
      const all = Array.from({ length: count }, () => {
        const number = nextNumber()
        const phoneIdx = phones.index(number)
        const cookie = newToken('avdv')
        const family = newId('fam')
        const refreshToken = refreshTokenFor(refreshMac, { familyId: family, generation: 0 })
        return {
          owner: newId(kind === 'registration' ? 'reg' : 'usr'),
          family,
          phoneIdx,
          phoneEnc: phones.seal(number, phoneIdx),
          pinEnc: pinKeys.seal(phoneIdx.toString('hex'), encoded),
          person: { number, address: addressOf(made), cookie: `did=${cookie}`, bearer: newToken('avat'), refreshToken },
          // A session that began without a cookie goes on without one.
          device: kind === 'session' ? null : tokenHash(cookie),
        }
      })
      const owners = all.map(({ owner }) => owner)
      const families = all.map(({ family }) => family)
      const sealed = [all.map(({ phoneIdx }) => phoneIdx), all.map((one) => one.phoneEnc), all.map((one) => one.pinEnc)]
      const devices = all.map(({ device }) => device)
      await pool.query(INSERT_OWNER[ownerOf(kind)], [owners, ...sealed, ...(kind === 'registration' ? [devices] : [])])
      await pool.query(insertFamilies(kind), [families, owners, devices])
      await pool.query(INSERT_TOKENS, [all.map(({ person }) => tokenHash(person.bearer)), families])
      return all.map(({ person }) => person)
    },
    query: async (text: string, values: unknown[] = []) =>
      (await pool.query<Record<string, unknown>>(text, values)).rows,
    close: () => pool.end(),
  }
}
export type People = ReturnType<typeof createPeople>

export { makeMasterKeys }
