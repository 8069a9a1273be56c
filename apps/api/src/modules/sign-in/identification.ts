import { AppError, SIGN_IN_TYPES, type SignInType } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { CodeSent } from './code.ts'
import type { SignInDeps } from './deps.ts'

/** A sign-in whose code is on its way. */
type Identified = { type: SignInType; number: string; pinId: string }

/**
 * The code that was sent, with its sign-in sealed for the browser, which keeps it over a reload: number, PIN and tokens are
 * stored nowhere. A browser without a cookie gets none.
 */
export function withIdentification(
  { identification, phones }: SignInDeps,
  type: SignInType,
  phone: string,
  sent: CodeSent,
  device: Device,
): CodeSent & { identificationToken?: string } {
  if (device === null) return sent
  const known = JSON.stringify([type, phones.locate(phone).number, sent.pinId])
  return { ...sent, identificationToken: identification.seal(device.toString('hex'), known) }
}

/** @throws AppError wrong_verification for one that is another browser's, or none of ours */
export function openIdentification({ identification }: SignInDeps, sealed: string, device: Device): Identified {
  try {
    const opened: unknown = JSON.parse(identification.open(device?.toString('hex') ?? '', sealed))
    const [named, number, pinId]: unknown[] = Array.isArray(opened) ? opened : []
    const type = SIGN_IN_TYPES.find((one) => one === named)
    if (type !== undefined && typeof number === 'string' && typeof pinId === 'string') return { type, number, pinId }
  } catch {
    // Sealed for another browser, by a key that is gone, or not by us.
  }
  throw new AppError('wrong_verification')
}
