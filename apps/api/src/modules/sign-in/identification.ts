import { AppError, HOUR_MS, MINUTE_MS, SIGN_IN_TYPES, type SignInType } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { PhoneBook } from '../accounts/index.ts'
import type { CodeSent } from './code.ts'

/** A sign-in that waits for its code. */
const IDENTIFIED = z.object({ type: z.enum(SIGN_IN_TYPES), number: z.string(), pinId: z.string(), end: z.number() })
type Identified = z.infer<typeof IDENTIFIED>

/** Digits: the five minutes of the code, and ten of the token that it gives for a change of the PIN. Long: the six hours of the code. */
const LIVES_MS = { digits: 15 * MINUTE_MS, long: 6 * HOUR_MS } as const

/**
 * Seals a sign-in for the browser, which keeps it over a reload: number, PIN and tokens are stored nowhere. A browser without
 * a cookie gets none.
 */
export class Identification {
  readonly #keys: Keys
  readonly #phones: PhoneBook
  readonly #clock: Clock

  constructor({ keys, phones, clock }: { keys: Keys; phones: PhoneBook; clock: Clock }) {
    this.#keys = keys
    this.#phones = phones
    this.#clock = clock
  }

  /** Adds the token to a code that was sent. */
  addTo(
    sent: CodeSent,
    { type, phone }: { type: SignInType; phone: string },
    device: Device,
  ): CodeSent & { identificationToken?: string } {
    if (device === null) return sent
    const { number } = this.#phones.locate(phone)
    const end = this.#clock().getTime() + LIVES_MS[sent.form]
    const known: Identified = { type, number, pinId: sent.pinId, end }
    return { ...sent, identificationToken: this.#keys.seal(device.toString('hex'), JSON.stringify(known)) }
  }

  /** @throws AppError wrong_verification for one that is over, another browser's, or none of ours */
  open(sealed: string, device: Device): Identified {
    try {
      const opened: unknown = JSON.parse(this.#keys.open(device?.toString('hex') ?? '', sealed))
      const known = IDENTIFIED.safeParse(opened)
      if (known.success && known.data.end > this.#clock().getTime()) return known.data
    } catch {
      // Sealed for another browser, by a key that is gone, or not by us.
    }
    throw new AppError('wrong_verification')
  }
}
