import type { AppendEvents, AuditType } from '../audit/index.ts'
import { forgetDevice } from '../devices/index.ts'
import type {
  Back,
  Beside,
  CounterLabel,
  Counters,
  Held,
  RuleName,
  Rules,
  Settlement,
  Taken,
  Wanted,
} from '../limits/index.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { createGuessLine } from './guess-line.ts'
import { accountIdOf } from './guess-store.ts'

/** Whose guess it is: of all browsers that the account does not know, of one that it knows, or at a registration's PIN. */
export type Guess = { phoneIdx: Buffer } & (
  | { kind: 'stranger' }
  | { kind: 'known'; device: Buffer }
  | { kind: 'registration'; id: string }
)

type Settings = {
  db: Database
  append: AppendEvents
  rules: Rules
  counters: Pick<Counters, 'takeParts' | 'giveBack' | 'clear' | 'level'>
}
type Deps = Settings & { enter: ReturnType<typeof createGuessLine> }
export type Guesses = ReturnType<typeof createGuesses>

/**
 * What is taken by the same statement as the guess's own places: without `gate` the guess takes none. `onTaken` throws where
 * the guess may not go on.
 */
export type BesideGuess = {
  gate: readonly Wanted[]
  apart: readonly Wanted[]
  marks: Beside['marks']
  onTaken: (gate: Taken, apart: Taken) => Promise<void>
}

/** A guess that has its places. A process that dies before the outcome leaves it counted as a wrong one. */
export type CountedGuess = {
  /** What a right PIN gives back; `end` follows when that is done. */
  back: Back
  end: () => void
  wrong: () => Promise<void>
  uncompared: () => Promise<void>
}

/** Counts guesses at PINs: each takes its places before it is compared, and only a right one gives them back. */
export function createGuesses(settings: Settings) {
  const deps = { ...settings, enter: createGuessLine() }
  const { counters } = settings
  return {
    /** @returns undefined when the guess may not be compared */
    begin: (guess: Guess, beside?: BesideGuess) => begin(deps, guess, beside),
    hasFewFailures: (phoneIdx: Buffer, fewerThan: number) => hasFewFailures(deps, phoneIdx, fewerThan),
    /** The number was proven in a browser that the account did not know. A lockout stays. */
    proven: (phoneIdx: Buffer, device: Buffer | null): Settlement => ({
      clearedUnlessFull: [strangers(phoneIdx)],
      cleared: device === null ? [] : [ofBrowser(phoneIdx, device)],
    }),
    /** The number has another PIN, or none any more: no guess at the old one counts. */
    forget: (tx: Executor, phoneIdx: Buffer, devices: readonly Buffer[]) =>
      counters.clear(tx, [...ofNumber(phoneIdx), ...devices.map((device) => ofBrowser(phoneIdx, device))]),
    /** The account no longer knows the browsers. */
    forgetBrowsers: (tx: Executor, phoneIdx: Buffer, devices: readonly Buffer[]) =>
      counters.clear(
        tx,
        devices.map((device) => ofBrowser(phoneIdx, device)),
      ),
  }
}

type NumberRule = 'pin.strangers' | 'pin.strangers.total' | 'pin.known.total' | 'code.after-pin'
const place = (rule: NumberRule, phoneIdx: Buffer) => ({ rule, subject: phoneIdx.toString('hex') })
const strangers = (phoneIdx: Buffer) => place('pin.strangers', phoneIdx)
const ofBrowser = (phoneIdx: Buffer, device: Buffer) => ({
  rule: 'pin.browser' as const,
  subject: `${phoneIdx.toString('hex')} ${device.toString('hex')}`,
})
const ofRegistration = (id: string) => ({ rule: 'pin.registration' as const, subject: id })
const ofNumber = (phoneIdx: Buffer) => [
  strangers(phoneIdx),
  place('pin.strangers.total', phoneIdx),
  place('pin.known.total', phoneIdx),
  place('code.after-pin', phoneIdx),
]

/**
 * Too many guesses in known browsers disable the PIN for strangers too; theirs never disable it in a known one. So many wrong
 * codes after the right PIN disable it for all.
 */
function placesOf(guess: Guess): Wanted[] {
  const { phoneIdx } = guess
  if (guess.kind === 'registration') return [ofRegistration(guess.id)]
  const look = (rule: NumberRule) => ({ ...place(rule, phoneIdx), take: 'look' }) as const
  if (guess.kind === 'known')
    return [ofBrowser(phoneIdx, guess.device), place('pin.known.total', phoneIdx), look('code.after-pin')]
  return [strangers(phoneIdx), place('pin.strangers.total', phoneIdx), look('pin.known.total'), look('code.after-pin')]
}

/** Where the wrong PINs of a number are counted, for the operator: those of its account and of its sign-ups. */
export const pinLabelsOf = (
  phoneIdx: Buffer,
  known: readonly Buffer[],
  registrations: readonly string[],
): CounterLabel[] => [
  { ...strangers(phoneIdx), of: 'unknown browsers' },
  { ...place('pin.strangers.total', phoneIdx), of: 'unknown browsers' },
  ...known.map((device) => ({ ...ofBrowser(phoneIdx, device), of: 'a known browser' })),
  { ...place('pin.known.total', phoneIdx), of: 'known browsers' },
  ...registrations.map((id) => ({ ...ofRegistration(id), of: 'a sign-up' })),
]

/** The guesses that may give back what another one needs. */
const lineOf = (guess: Guess): string =>
  `${guess.kind} ${guess.kind === 'registration' ? guess.id : guess.phoneIdx.toString('hex')}`

async function begin(deps: Deps, guess: Guess, beside?: BesideGuess): Promise<CountedGuess | undefined> {
  const { db, counters, enter } = deps
  let isBrowserFull = false
  let open = beside
  const counted = await enter(lineOf(guess), async () => {
    const taken = await takeFor(deps, guess, open)
    open = undefined
    isBrowserFull = 'refused' in taken && taken.refused.some(({ rule }) => rule === 'pin.browser')
    return 'held' in taken ? taken.held : undefined
  })
  if (counted === undefined) {
    // The tenth guess never had an outcome: its process died.
    if (isBrowserFull) await lock(deps, guess, ['device.demoted'])
    return undefined
  }
  const { place: held, end } = counted
  const settle = async (givesBack: boolean, settling: () => Promise<void>) => {
    try {
      await settling()
    } finally {
      end(givesBack)
    }
  }
  return {
    back: held.map(backOf),
    end: () => end(true),
    wrong: () => settle(false, () => lockIfFull(deps, guess, held)),
    uncompared: () => settle(true, () => counters.giveBack(db, held)),
  }
}

/** Another attempt of the same guess takes its own places alone. */
async function takeFor({ db, counters }: Deps, guess: Guess, beside: BesideGuess | undefined): Promise<Taken> {
  const own = { wanted: placesOf(guess) }
  const { gate = [], apart = [], marks = [] } = beside ?? {}
  const taken = await counters.takeParts(db, [{ ...own, needs: 1 }, { wanted: gate }, { wanted: apart }], marks)
  const [ofGuess = NOTHING, ofGate = NOTHING, ofOther = NOTHING] = taken
  await beside?.onTaken(ofGate, ofOther)
  return ofGuess
}
const NOTHING: Taken = { held: [] }

/** A right PIN in a known browser gives back the wrong ones before it too, and leaves those that began after it. */
const backOf = (held: Held): Held => (held.rule === 'pin.browser' ? { ...held, cost: held.level } : held)

const LOCKED: readonly (readonly [RuleName, AuditType])[] = [
  ['pin.strangers', 'auth.pin.closed_unknown'],
  ['pin.strangers.total', 'auth.pin.closed_unknown'],
  ['pin.browser', 'device.demoted'],
  ['pin.known.total', 'auth.pin.disabled'],
]

/** The wrong PIN that took a last place locks something. */
async function lockIfFull(deps: Deps, guess: Guess, held: readonly Held[]): Promise<void> {
  const locked = LOCKED.filter(([name]) =>
    held.some(({ rule, level }) => rule === name && level >= deps.rules[name].burst),
  ).map(([, type]) => type)
  if (locked.length > 0) await lock(deps, guess, locked)
}

/** The account no longer knows a browser that is locked. */
const lock = ({ db, rules, counters, append }: Deps, guess: Guess, locked: readonly AuditType[]): Promise<void> =>
  db.transaction(async (tx) => {
    const { phoneIdx } = guess
    const device = guess.kind === 'known' ? guess.device : undefined
    const types = new Set(locked)
    if (device !== undefined && types.has('device.demoted')) {
      // A right PIN at the same moment may have set it back.
      const isFull = (await counters.level(tx, ofBrowser(phoneIdx, device))) >= rules['pin.browser'].burst
      if (isFull) await forgetDevice(tx, phoneIdx, device)
      else types.delete('device.demoted')
    }
    const accountId = await accountIdOf(tx, phoneIdx)
    if (types.size > 0) await append(tx, ...[...types].map((type) => ({ type, accountId, phoneIdx, device })))
  })

/** Whether strangers got fewer PINs of the number wrong. Those that are compared at this moment are waited for. */
async function hasFewFailures({ db, counters, enter }: Deps, phoneIdx: Buffer, fewerThan: number): Promise<boolean> {
  const hasFew = async () => ((await counters.level(db, strangers(phoneIdx))) < fewerThan ? true : undefined)
  const few = await enter(lineOf({ phoneIdx, kind: 'stranger' }), hasFew)
  few?.end(false)
  return few !== undefined
}
