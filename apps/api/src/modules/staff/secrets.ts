import { asTyped } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { HashCaller, PinHasher } from '../accounts/index.ts'
import { stepOf } from './totp.ts'

type Deps = { keys: Keys; hasher: PinHasher }
type Person = { id: string; emailEnc: string; passwordEnc: string; totpEnc: string }

/** The caller that waits for a hash, in a queue that visitors do not share. New people keep no one waiting who signs in. */
const callerOf = ({ address }: Client, person: string | undefined): HashCaller => ({
  lane: person === undefined ? 'bare' : 'begun',
  address: address.host,
  number: person ?? address.host,
})

/**
 * Encrypts what is known of a person at the consoles, under a key that is not in the database: the e-mail, the Argon2id of the
 * password, the authenticator's secret.
 */
export class Secrets {
  readonly #keys: Keys
  readonly #hasher: PinHasher
  #dummy: Promise<string> | undefined

  constructor({ keys, hasher }: Deps) {
    this.#keys = keys
    this.#hasher = hasher
  }

  /** @param owner a person's id, or the kind of a value that belongs to no person yet */
  seal(owner: string, value: string): string {
    return this.#keys.seal(owner, value)
  }

  /** @throws for what was not sealed for this owner */
  open(owner: string, sealed: string): string {
    return this.#keys.open(owner, sealed)
  }

  /** Hashes an e-mail address in lower case, so that its spelling does not matter. */
  emailIndex(email: string): Buffer {
    return this.#keys.mac('email', email.trim().toLowerCase())
  }

  emailIndexOf({ id, emailEnc }: Person): Buffer {
    return this.emailIndex(this.open(id, emailEnc))
  }

  /** The time step of an authenticator's code. @returns undefined for a wrong one */
  totpStepOf({ id, totpEnc }: Person, code: string, now: Date): number | undefined {
    return stepOf(this.open(id, totpEnc), code, now)
  }

  /** @param personId none of a new person */
  hashPassword(password: string, client: Client, personId?: string): Promise<string> {
    return this.#hasher.hash(asTyped(password), callerOf(client, personId))
  }

  /** Compares a password. An unknown e-mail costs as much time as a known one. */
  async matchesPassword(found: Person | undefined, password: string, client: Client): Promise<boolean> {
    const caller = callerOf(client, found?.id ?? 'unknown')
    const plain = asTyped(password)
    if (found !== undefined) {
      const hash = this.open(found.id, found.passwordEnc)
      if (await this.#hasher.matches(hash, plain, caller)) return true
      // Hashed before passwords were normalised.
      return plain !== password && this.#hasher.matches(hash, password, caller)
    }
    this.#dummy ??= this.#hasher.hash('no one has this password', caller)
    const hash = await this.#dummy.catch((error: unknown) => {
      this.#dummy = undefined
      throw error
    })
    await this.#hasher.matches(hash, plain, caller)
    return false
  }
}

export const staffSecrets: readonly SealedTable[] = [
  {
    table: 'staff',
    id: 'id',
    owner: 'id',
    columns: [
      { name: 'email_enc', purpose: 'staff' },
      { name: 'password_enc', purpose: 'staff' },
      { name: 'totp_enc', purpose: 'staff' },
    ],
  },
]
