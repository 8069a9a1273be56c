import type { Clock } from '../../platform/clock.ts'
import type { Rules } from './rules.ts'
import type { TallyStore } from './alarm.ports.ts'

const USUAL_OF_DAYS = 14
/** Beyond the usual it is not chance any more. */
const UNUSUAL = 5

type Deps = {
  store: TallyStore
  rules: Pick<Rules, 'codes-wrong.everyone' | 'codes-wrong.recovery'>
  clock: Clock
  /** Somebody should know. */
  onChange: (state: AlarmState) => void
}
export type Alarm = ReturnType<typeof createAlarm>

/** strained: everybody together gets more codes wrong than people do. recoveryPaused: so many that accounts are at stake. */
export type AlarmState = { strained: boolean; recoveryPaused: boolean }

const CALM: AlarmState = { strained: false, recoveryPaused: false }

/** The lower one of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

/** Sees what no limit of a single number, browser or address shows: many of them guess a little each. */
export function createAlarm({ store, rules, clock, onChange }: Deps) {
  let last = CALM

  async function isUnusual(recent: number, now: Date): Promise<boolean> {
    const { most, perMs } = rules['codes-wrong.everyone']
    if (recent <= most) return false
    return recent > UNUSUAL * median(await store.onDaysBefore('code-wrong', perMs, USUAL_OF_DAYS, now))
  }

  async function codes(): Promise<AlarmState> {
    const now = clock()
    const { everyone, recovery } = { everyone: rules['codes-wrong.everyone'], recovery: rules['codes-wrong.recovery'] }
    const recent = await store.within('code-wrong', everyone.perMs, now)
    const ofRecovery =
      recovery.perMs === everyone.perMs ? recent : await store.within('code-wrong', recovery.perMs, now)
    const state = { strained: await isUnusual(recent, now), recoveryPaused: ofRecovery > recovery.most }
    if (state.strained !== last.strained || state.recoveryPaused !== last.recoveryPaused) onChange(state)
    last = state
    return state
  }

  return { codes, codeWasWrong: () => store.add('code-wrong', clock()) }
}
