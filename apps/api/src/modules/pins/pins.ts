import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type PinBlocklist } from '@avouch/contract'
import type { AppendEvents, Report } from '../audit/index.ts'
import { numberKnowsDevice } from '../devices/index.ts'
import { type Clock, secondsUntil } from '../../platform/clock.ts'
import type { Client } from '../../platform/client.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import type { Keys } from '../../platform/keyring.ts'
import { refuseGuessable } from './choice.ts'
import type { Caller, Lane } from './fair-queue.ts'
import type { PinHasher } from './ports.ts'
import { createThrottle } from './throttle.ts'
import type { Reservation, ThrottleKey } from './throttle-store.ts'

type Settings = {
  db: Database
  clock: Clock
  /** Wraps hashes under a key outside of the database: four digits alone would be guessed from a stolen table in minutes. */
  keys: Pick<Keys, 'seal' | 'open'>
  hasher: PinHasher
  blocklist: PinBlocklist
  append: AppendEvents
  report: Report
  /** Resolves after the milliseconds given. */
  pause?: (milliseconds: number) => Promise<unknown>
}
type Deps = Omit<Required<Settings>, 'append' | 'blocklist'> & {
  throttle: ReturnType<typeof createThrottle>
  /** What a PIN is compared with where there is no account. */
  dummyHash: Promise<string>
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

/** At start there is no queue yet. */
const AT_START: Caller = { lane: 'known', address: '', number: '' }
const POLL_MS = 50
const PATIENCE_MS = 2_000

/** The one place where PINs are compared; every way to check one shares these counters. */
export function createPins({ append, blocklist, pause = sleep, ...settings }: Settings) {
  const { db, hasher } = settings
  const deps = {
    ...settings,
    pause,
    throttle: createThrottle({ db, append }),
    dummyHash: hasher.hash('0000', AT_START),
  }
  return {
    refuseGuessable: (pin: string, phone: string) => refuseGuessable(blocklist, pin, phone),
    protect: (pin: string, phoneIdx: Buffer, client: Client, lane: Lane) => protect(deps, pin, phoneIdx, client, lane),
    isSame: (kept: SealedPin, pin: string, client: Client, lane: Lane) => isSame(deps, kept, pin, client, lane),
    check: (candidates: readonly SealedPin[], pin: string, client: Client) => check(deps, candidates, pin, client),
    verifyDummy: (phoneIdx: Buffer, pin: string, client: Client) =>
      verifyDummy(deps, pin, callerOf(phoneIdx, client, 'other')),
    verifyUnknownNumber: (phoneIdx: Buffer, pin: string, client: Client) =>
      verifyUnknownNumber(deps, phoneIdx, pin, client),
    failuresOfStrangers: (phoneIdx: Buffer) => deps.throttle.failures({ phoneIdx, kind: 'unknown' }),
    knows: (phoneIdx: Buffer, device: Device) => knows(deps, phoneIdx, device),
  }
}

const callerOf = (phoneIdx: Buffer, { address }: Client, lane: Lane): Caller => ({
  lane,
  address: address.host,
  number: phoneIdx.toString('hex'),
})

/** The form in which a PIN is stored. */
async function protect({ keys, hasher }: Deps, pin: string, phoneIdx: Buffer, client: Client, lane: Lane) {
  const hash = await hasher.hash(pin, callerOf(phoneIdx, client, lane))
  return keys.seal(phoneIdx.toString('hex'), hash)
}

/** Whether a PIN is the one that is kept: after the number was proven, so it is not counted. */
const isSame = (
  { keys, hasher }: Deps,
  { owner, sealed, phoneIdx }: SealedPin,
  pin: string,
  client: Client,
  lane: Lane,
) => hasher.matches(keys.open(owner, sealed), pin, callerOf(phoneIdx, client, lane))

/** Whether the number's account knows the browser. */
const knows = async ({ db }: Pick<Deps, 'db'>, phoneIdx: Buffer, device: Device): Promise<boolean> =>
  device !== null && (await numberKnowsDevice(db, phoneIdx, device))

/**
 * Which of the candidates the PIN belongs to. The guess is counted before anything is compared.
 * @throws AppError wrong_login_info, the same for a wrong PIN, a waiting time and a closed class; only a device that
 * the account knows gets the seconds to wait
 */
async function check(deps: Deps, candidates: readonly SealedPin[], pin: string, client: Client): Promise<number> {
  const { clock, report } = deps
  const { device } = client
  const [first] = candidates
  const what = { accountId: first?.accountId, phoneIdx: first?.phoneIdx, device }
  let compared = false
  let waitSeconds: number | undefined
  let caller: Caller | undefined
  for (const [i, candidate] of candidates.entries()) {
    const key = await keyOf(deps, candidate, device)
    caller = callerOf(candidate.phoneIdx, client, key.kind === 'known' ? 'known' : 'other')
    const reservation = await reserve(deps, key)
    if (reservation.state === 'free') {
      if (await compare(deps, candidate, key, pin, caller)) {
        await report({ ...what, type: 'auth.pin.ok' })
        return i
      }
      compared = true
    } else if (key.kind === 'known' && reservation.state === 'closed' && reservation.until !== null)
      waitSeconds = secondsUntil(reservation.until, clock())
  }
  if (!compared && caller !== undefined) await verifyDummy(deps, pin, caller)
  await report({ ...what, type: compared ? 'auth.pin.wrong' : 'auth.pin.throttled' })
  throw new AppError('wrong_login_info', waitSeconds === undefined ? {} : { retry_after: waitSeconds })
}

/** Every PIN that a number can have is counted apart, so that guesses of strangers never lock its owner out. */
async function keyOf(deps: Deps, { phoneIdx, registrationId }: SealedPin, device: Device): Promise<ThrottleKey> {
  if (registrationId !== undefined) return { phoneIdx, kind: 'registration', id: registrationId }
  return device !== null && (await knows(deps, phoneIdx, device))
    ? { phoneIdx, kind: 'known', device }
    : { phoneIdx, kind: 'unknown' }
}

/** A second right PIN at the same moment waits for the first one's outcome instead of being refused. */
async function reserve({ throttle, clock, pause }: Deps, key: ThrottleKey): Promise<Reservation> {
  for (let waited = 0; ; waited += POLL_MS) {
    const reservation = await throttle.reserve(key, clock())
    if (reservation.state !== 'busy' || waited >= PATIENCE_MS) return reservation
    await pause(POLL_MS)
  }
}

async function compare(deps: Deps, candidate: SealedPin, key: ThrottleKey, pin: string, caller: Caller) {
  const { keys, hasher, throttle, clock } = deps
  const { owner, sealed } = candidate
  let matched: boolean
  try {
    matched = await hasher.matches(keys.open(owner, sealed), pin, caller)
  } catch (error) {
    await throttle.release(key)
    throw error
  }
  await (matched ? throttle.succeeded(key) : throttle.failed(key, clock()))
  return matched
}

/** Spends the time of a comparison, for numbers without an account. */
const verifyDummy = async ({ hasher, dummyHash }: Deps, pin: string, caller: Caller): Promise<void> =>
  void (await hasher.matches(await dummyHash, pin, caller))

/** A guess at the PIN of a number that has no account: counted and compared like any other, and never right. */
async function verifyUnknownNumber(deps: Deps, phoneIdx: Buffer, pin: string, client: Client): Promise<void> {
  const { throttle, clock, report } = deps
  const { device } = client
  await knows(deps, phoneIdx, device)
  const key = { phoneIdx, kind: 'nobody' } as const
  const reservation = await reserve(deps, key)
  try {
    await verifyDummy(deps, pin, callerOf(phoneIdx, client, 'other'))
  } catch (error) {
    if (reservation.state === 'free') await throttle.release(key)
    throw error
  }
  if (reservation.state === 'free') await throttle.failed(key, clock())
  await report({ type: 'auth.pin.no_account', phoneIdx, device })
}
