import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Rules } from './rules.ts'
import { addTally, countOnDaysBefore, countWithin } from './tally-store.ts'

const USUAL_OF_DAYS = 14
/** More than this many times the usual is no chance. */
const UNUSUAL = 5

/** elevated: unusually many codes are wrong everywhere. recoveryPaused: so many that accounts are at stake. */
export type AnomalyState = { elevated: boolean; recoveryPaused: boolean }

type Settings = {
  db: Executor
  clock: Clock
  rules: Pick<Rules, 'codes-wrong.everyone' | 'codes-wrong.recovery'>
  /** The operator should know. */
  onChange: (state: AnomalyState) => void
}
type Deps = Settings & { last: AnomalyState }
export type OtpAnomaly = ReturnType<typeof createOtpAnomaly>

/** Detects what no limit of a single number, browser or address shows: many of them guess a few codes each. */
export function createOtpAnomaly(settings: Settings) {
  const deps = { ...settings, last: { elevated: false, recoveryPaused: false } }
  return {
    codes: () => readState(deps),
    codeWasWrong: () => addTally(settings.db, 'code-wrong', settings.clock()),
  }
}

async function readState(deps: Deps): Promise<AnomalyState> {
  const { db, clock, rules, onChange } = deps
  const now = clock()
  const { 'codes-wrong.everyone': everyone, 'codes-wrong.recovery': recovery } = rules
  const recent = await countWithin(db, 'code-wrong', everyone.perMs, now)
  const ofRecovery =
    recovery.perMs === everyone.perMs ? recent : await countWithin(db, 'code-wrong', recovery.perMs, now)
  const state = { elevated: await isUnusual(deps, recent, now), recoveryPaused: ofRecovery > recovery.burst }
  // Read only now: of calls at the same moment the first one reports the change.
  const { last } = deps
  if (state.elevated !== last.elevated || state.recoveryPaused !== last.recoveryPaused) onChange(state)
  deps.last = state
  return state
}

async function isUnusual({ db, rules }: Deps, recent: number, now: Date): Promise<boolean> {
  const { burst, perMs } = rules['codes-wrong.everyone']
  if (recent <= burst) return false
  return recent > UNUSUAL * median(await countOnDaysBefore(db, 'code-wrong', perMs, USUAL_OF_DAYS, now))
}

/** The lower one of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
