import { AppError, HOUR_MS, MINUTE_MS, SIGN_IN_TYPES, type SignInType } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Device } from '../../platform/device.ts'
import type { CodeSent } from './code.ts'
import type { SignInDeps } from './deps.ts'

/** A sign-in whose code is on its way. */
const IDENTIFIED = z.object({ type: z.enum(SIGN_IN_TYPES), number: z.string(), pinId: z.string(), end: z.number() })
type Identified = z.infer<typeof IDENTIFIED>

/** As long as its code, and the change of the PIN that this proves. */
const LIVES_MS = { digits: 15 * MINUTE_MS, long: 6 * HOUR_MS } as const

/**
 * The code that was sent, with its sign-in sealed for the browser, which keeps it over a reload: number, PIN and tokens are
 * stored nowhere. A browser without a cookie gets none.
 */
export function withIdentification(
  { identification, phones, clock }: SignInDeps,
  type: SignInType,
  phone: string,
  sent: CodeSent,
  device: Device,
): CodeSent & { identificationToken?: string } {
  if (device === null) return sent
  const end = clock().getTime() + LIVES_MS[sent.form]
  const known = JSON.stringify({
    type,
    number: phones.locate(phone).number,
    pinId: sent.pinId,
    end,
  } satisfies Identified)
  return { ...sent, identificationToken: identification.seal(device.toString('hex'), known) }
}

/** @throws AppError wrong_verification for one that is over, another browser's, or none of ours */
export function openIdentification({ identification, clock }: SignInDeps, sealed: string, device: Device): Identified {
  try {
    const opened: unknown = JSON.parse(identification.open(device?.toString('hex') ?? '', sealed))
    const known = IDENTIFIED.safeParse(opened)
    if (known.success && known.data.end > clock().getTime()) return known.data
  } catch {
    // Sealed for another browser, by a key that is gone, or not by us.
  }
  throw new AppError('wrong_verification')
}
