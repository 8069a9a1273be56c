import { asTyped } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { HashCaller, PinHasher } from '../accounts/index.ts'

type Deps = { keys: Pick<Keys, 'seal' | 'open'>; hasher: Pick<PinHasher, 'hash' | 'matches'> }
export type Passwords = ReturnType<typeof createPasswords>

/** For whom a hash waits, in a queue that visitors do not share. */
const callerOf = ({ address }: Client, person: string): HashCaller => ({
  address: address.host,
  number: person,
  recognised: false,
})

/** Passwords of people at the consoles: Argon2id, the hash encrypted under a key that is not in the database. */
export function createPasswords({ keys, hasher }: Deps) {
  let dummy: Promise<string> | undefined

  return {
    hash: (password: string, client: Client, person: string) =>
      hasher.hash(asTyped(password), callerOf(client, person)),
    seal: (staffId: string, hash: string) => keys.seal(staffId, hash),
    /** For an unknown e-mail as much is computed as for a known one. */
    async matches(found: { id: string; passwordEnc: string } | undefined, password: string, client: Client) {
      const caller = callerOf(client, found?.id ?? 'unknown')
      const plain = asTyped(password)
      if (found !== undefined) {
        const hash = keys.open(found.id, found.passwordEnc)
        if (await hasher.matches(hash, plain, caller)) return true
        // Hashed before passwords were brought into one form.
        return plain !== password && hasher.matches(hash, password, caller)
      }
      dummy ??= hasher.hash('no one has this password', caller)
      const hash = await dummy.catch((error: unknown) => {
        dummy = undefined
        throw error
      })
      await hasher.matches(hash, plain, caller)
      return false
    },
  }
}
