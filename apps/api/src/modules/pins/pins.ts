import { AppError, type PinBlocklist } from '@avouch/contract'
import type { AppendEvents, Report } from '../audit/index.ts'
import { numberKnowsDevice } from '../devices/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Counters, Rules } from '../limits/index.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import type { Keys } from '../../platform/keyring.ts'
import { refuseGuessable } from './choice.ts'
import type { Caller, Lane } from './fair-queue.ts'
import { type BesideGuess, type CountedGuess, createGuesses, type Guess, type Guesses } from './guesses.ts'
import type { PinHasher } from './ports.ts'
import { createSettlement, type GuessSettlement, type RightPin } from './right-pin.ts'

type Settings = {
  db: Database
  /** Wraps hashes under a key outside of the database: four digits alone would be guessed from a stolen table in minutes. */
  keys: Pick<Keys, 'seal' | 'open'>
  hasher: PinHasher
  blocklist: PinBlocklist
  append: AppendEvents
  report: Report
  rules: Rules
  counters: Pick<Counters, 'takeParts' | 'giveBack' | 'clear' | 'level'>
}
type Deps = Pick<Settings, 'db' | 'keys' | 'hasher' | 'report' | 'counters'> & {
  guesses: Guesses
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

/** The one place where PINs are compared; every way to check one shares these counters. */
export function createPins({ append, blocklist, rules, counters, ...settings }: Settings) {
  const { db, hasher } = settings
  const guesses = createGuesses({ db, append, rules, counters })
  const deps: Deps = { ...settings, counters, guesses, dummyHash: hasher.hash('0000', AT_START) }
  return {
    refuseGuessable: (pin: string, phone: string) => refuseGuessable(blocklist, pin, phone),
    protect: (pin: string, phoneIdx: Buffer, client: Client, lane: Lane) => protect(deps, pin, phoneIdx, client, lane),
    isSame: (kept: SealedPin, pin: string, client: Client, lane: Lane) => isSame(deps, kept, pin, client, lane),
    check: <T>(
      candidates: readonly SealedPin[],
      pin: string,
      client: Client,
      follow: (index: number, right: RightPin) => Promise<T>,
      along?: Along,
    ) => check(deps, candidates, pin, client, follow, along),
    /** What a guess leaves to be settled, for a caller that takes more along with it. */
    settlement: () => createSettlement(deps),
    verifyDummy: (phoneIdx: Buffer, pin: string, client: Client) =>
      verifyDummy(deps, pin, callerOf(phoneIdx, client, 'other')),
    verifyUnknownNumber: (phoneIdx: Buffer, pin: string, client: Client, beside?: BesideGuess) =>
      verifyUnknownNumber(deps, phoneIdx, pin, client, beside),
    knows: (phoneIdx: Buffer, device: Device) => knows(deps, phoneIdx, device),
    /** Whether strangers got fewer PINs of the number wrong. */
    hasFewFailures: (phoneIdx: Buffer, fewerThan: number) => guesses.hasFewFailures(phoneIdx, fewerThan),
    /** PIN and SMS code were right in a browser that the account did not know. A lockout stays. */
    numberProven: (phoneIdx: Buffer, device: Device) => guesses.proven(phoneIdx, device),
    /** The number has another PIN, or none any more: no guess at the old one counts. */
    forgetGuesses: (tx: Executor, phoneIdx: Buffer, devices: readonly Buffer[]) =>
      guesses.forget(tx, phoneIdx, devices),
    /** The number's account knows these browsers no longer. */
    forgetBrowsers: (tx: Executor, phoneIdx: Buffer, devices: readonly Buffer[]) =>
      guesses.forgetBrowsers(tx, phoneIdx, devices),
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

/** What the caller of a check knows and wants as well. */
export type Along = {
  /** The number's account knows the browser; read where it is missing. */
  known?: boolean
  beside?: BesideGuess
  settlement?: GuessSettlement
}

/**
 * Compares the PIN with the candidates, and goes on with the one that it belongs to. The guess is counted before anything is
 * compared; what a right one gives back goes with the transaction of what follows, or after it.
 * @throws AppError wrong_login_info, the same for a wrong PIN and a lockout
 */
async function check<T>(
  deps: Deps,
  candidates: readonly SealedPin[],
  pin: string,
  client: Client,
  follow: (index: number, right: RightPin) => Promise<T>,
  { known, beside, settlement = createSettlement(deps) }: Along = {},
): Promise<T> {
  const { report, guesses } = deps
  const { device } = client
  const [first] = candidates
  const what = { accountId: first?.accountId, phoneIdx: first?.phoneIdx, device }
  let compared = false
  let caller: Caller | undefined
  for (const [i, candidate] of candidates.entries()) {
    const guess = await guessAt(deps, candidate, device, known)
    caller = callerOf(candidate.phoneIdx, client, guess.kind === 'known' ? 'known' : 'other')
    const counted = await guesses.begin(guess, i === 0 ? beside : undefined)
    if (counted === undefined) continue
    if (await compare(deps, candidate, counted, pin, caller)) {
      const right = settlement.right(counted.back, { ...what, type: 'auth.pin.ok' }, counted.end)
      try {
        return await follow(i, right)
      } finally {
        await settlement.finish()
      }
    }
    compared = true
  }
  if (!compared && caller !== undefined) await verifyDummy(deps, pin, caller)
  await report({ ...what, type: compared ? 'auth.pin.wrong' : 'auth.pin.throttled' })
  throw new AppError('wrong_login_info')
}

/** Every PIN that a number can have is counted apart, so that guesses of strangers never lock its owner out. */
async function guessAt(
  deps: Deps,
  { phoneIdx, registrationId }: SealedPin,
  device: Device,
  known: boolean | undefined,
): Promise<Guess> {
  if (registrationId !== undefined) return { phoneIdx, kind: 'registration', id: registrationId }
  return device !== null && (known ?? (await knows(deps, phoneIdx, device)))
    ? { phoneIdx, kind: 'known', device }
    : { phoneIdx, kind: 'stranger' }
}

/** A right PIN keeps its places until what follows gives them back. */
async function compare(deps: Deps, candidate: SealedPin, counted: CountedGuess, pin: string, caller: Caller) {
  const { keys, hasher } = deps
  const { owner, sealed } = candidate
  let matched: boolean
  try {
    matched = await hasher.matches(keys.open(owner, sealed), pin, caller)
  } catch (error) {
    await counted.uncompared()
    throw error
  }
  if (!matched) await counted.wrong()
  return matched
}

/** Spends the time of a comparison, for numbers without an account. */
const verifyDummy = async ({ hasher, dummyHash }: Deps, pin: string, caller: Caller): Promise<void> =>
  void (await hasher.matches(await dummyHash, pin, caller))

/** A guess at the PIN of a number that has no account: counted and compared like any other, and never right. */
async function verifyUnknownNumber(
  deps: Deps,
  phoneIdx: Buffer,
  pin: string,
  client: Client,
  beside?: BesideGuess,
): Promise<void> {
  const { guesses, report } = deps
  const { device } = client
  const counted = await guesses.begin({ phoneIdx, kind: 'stranger' }, beside)
  try {
    await verifyDummy(deps, pin, callerOf(phoneIdx, client, 'other'))
  } catch (error) {
    await counted?.uncompared()
    throw error
  }
  await counted?.wrong()
  await report({ type: 'auth.pin.no_account', phoneIdx, device })
}
