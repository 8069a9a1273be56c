import { AppError } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, secondsUntil } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import type { PinHasher, PinVault, Reservation, ThrottleKey, ThrottleStore } from './ports.ts'

type Deps = {
  hasher: PinHasher
  vault: PinVault
  throttle: ThrottleStore
  clock: Clock
  /** Resolves after the milliseconds given. */
  pause: (milliseconds: number) => Promise<void>
  report: Report
}
export type Pins = ReturnType<typeof createPins>

/** A PIN as it is kept, of a number's account or of one of its registrations; the sealing is bound to the owner. */
export type SealedPin = {
  owner: string
  sealed: string
  phoneIdx: Buffer
  accountId?: string
  registrationId?: string
}

const POLL_MS = 50
const PATIENCE_MS = 2_000

/** The one place where PINs are compared; every way to check one shares these counters. */
export function createPins({ hasher, vault, throttle, clock, pause, report }: Deps) {
  const dummy = hasher.hash('0000')

  /** The form in which a PIN is stored. */
  const protect = async (pin: string, owner: string): Promise<string> => vault.seal(owner, await hasher.hash(pin))

  /** A second right PIN at the same moment waits for the first one's outcome instead of being refused. */
  async function reserve(key: ThrottleKey): Promise<Reservation> {
    for (let waited = 0; ; waited += POLL_MS) {
      const place = await throttle.reserve(key, clock())
      if (place.state !== 'busy' || waited >= PATIENCE_MS) return place
      await pause(POLL_MS)
    }
  }

  /** Whether the number's account knows the browser. */
  const knows = async (phoneIdx: Buffer, device: Device): Promise<boolean> =>
    device !== null && (await throttle.knows(phoneIdx, device))

  /** Every PIN that a number can have is counted apart: strangers' guesses and registrations close nobody's own. */
  async function keyOf({ phoneIdx, registrationId }: SealedPin, device: Device): Promise<ThrottleKey> {
    if (registrationId !== undefined) return { phoneIdx, kind: 'registration', id: registrationId }
    return device !== null && (await knows(phoneIdx, device))
      ? { phoneIdx, kind: 'known', device }
      : { phoneIdx, kind: 'unknown' }
  }

  async function compare({ owner, sealed }: SealedPin, key: ThrottleKey, pin: string): Promise<boolean> {
    let matched: boolean
    try {
      matched = await hasher.matches(vault.open(owner, sealed), pin)
    } catch (error) {
      await throttle.release(key)
      throw error
    }
    await (matched ? throttle.succeeded(key) : throttle.failed(key, clock()))
    return matched
  }

  /** Whether a PIN is the one that is kept: for who has proven the number, and counted by nobody. */
  const isSame = ({ owner, sealed }: SealedPin, pin: string): Promise<boolean> =>
    hasher.matches(vault.open(owner, sealed), pin)

  /** Spends the time of a comparison, for numbers without an account. */
  const pretend = async (pin: string): Promise<void> => void (await hasher.matches(await dummy, pin))

  /** A guess at the PIN of a number that has no account: counted and compared like any other, and never right. */
  async function checkNobody(phoneIdx: Buffer, pin: string, device: Device): Promise<void> {
    await knows(phoneIdx, device)
    const key = { phoneIdx, kind: 'nobody' } as const
    const place = await reserve(key)
    try {
      await pretend(pin)
    } catch (error) {
      if (place.state === 'free') await throttle.release(key)
      throw error
    }
    if (place.state === 'free') await throttle.failed(key, clock())
    await report({ type: 'auth.pin.no_account', phoneIdx, device })
  }

  /** Wrong PINs in a row of all browsers that the number's account does not know. */
  const failuresOfStrangers = (phoneIdx: Buffer): Promise<number> => throttle.failures({ phoneIdx, kind: 'unknown' })

  /**
   * Which of the candidates the PIN belongs to. The guess takes its place before anything is compared.
   * @throws AppError wrong_login_info, the same for a wrong PIN, a waiting time and a closed class; only a device that
   * the account knows is told how long to wait
   */
  async function check(candidates: readonly SealedPin[], pin: string, device: Device): Promise<number> {
    const [first] = candidates
    const what = { accountId: first?.accountId, phoneIdx: first?.phoneIdx, device }
    let compared = false
    let waitSeconds: number | undefined
    for (const [i, candidate] of candidates.entries()) {
      const key = await keyOf(candidate, device)
      const place = await reserve(key)
      if (place.state === 'free') {
        if (await compare(candidate, key, pin)) {
          await report({ ...what, type: 'auth.pin.ok' })
          return i
        }
        compared = true
      } else if (key.kind === 'known' && place.state === 'closed' && place.until !== null)
        waitSeconds = secondsUntil(place.until, clock())
    }
    if (!compared) await pretend(pin)
    await report({ ...what, type: compared ? 'auth.pin.wrong' : 'auth.pin.throttled' })
    throw new AppError('wrong_login_info', waitSeconds === undefined ? {} : { retry_after: waitSeconds })
  }

  return { protect, isSame, pretend, check, checkNobody, failuresOfStrangers, knows }
}
