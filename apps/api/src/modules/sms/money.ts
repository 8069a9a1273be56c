import { HOUR_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { MemoryCounters, Terms } from '../limits/index.ts'
import { centsOf, type MoneyClass, type SmsLimits } from './limits.ts'

const DAY_MS = 24 * HOUR_MS
/** A quarter of a share can be spent at once, and a share flows in over a day: no day is over before midnight. */
const AT_ONCE = 0.25
const ALARMS = [50, 80, 100]

/** Where else a class takes its money from when it has none left. */
const ALSO: Readonly<Record<MoneyClass, readonly MoneyClass[]>> = {
  known: ['pool'],
  'right-pin': ['pool'],
  'reset-proven': ['reset-other', 'pool'],
  'reset-other': ['reset-proven'],
  'newcomer-proven': ['newcomer-other', 'pool'],
  'newcomer-other': ['newcomer-proven'],
  pool: [],
}

type Deps = {
  memory: Pick<MemoryCounters, 'take' | 'levelOf'>
  clock: Clock
  limits: SmsLimits
  /** A class has used so much of what it can spend at once, in percent. */
  onUsed: (moneyClass: MoneyClass, percent: number) => void
}
export type Money = ReturnType<typeof createMoney>

/** The day's money for SMS, shared out by who asks: one class that spends all of its own leaves the others theirs. */
export function createMoney(deps: Deps) {
  return {
    /** Spends the price of an SMS. @returns the milliseconds until there is money for it; 0 when it was spent */
    spend: (from: MoneyClass, country: string) => spend(deps, from, country),
  }
}

/** Where the money of a class is counted. */
export const moneyLabel = (moneyClass: MoneyClass) => ({ rule: `money.${moneyClass}`, subject: 'everyone' })

/** One step is one cent. */
export function moneyTerms(limits: SmsLimits, moneyClass: MoneyClass, now: Date): Terms {
  const perDay = Math.max(1, limits.centsPerDay * limits.shares[moneyClass])
  const step = Math.max(1, Math.round(DAY_MS / perDay))
  return { floor: now.getTime(), step, room: Math.round(perDay * AT_ONCE) * step }
}

function spend(deps: Deps, from: MoneyClass, country: string): number {
  const units = centsOf(deps.limits, country)
  const waits: number[] = []
  for (const moneyClass of [from, ...ALSO[from]]) {
    const terms = moneyTerms(deps.limits, moneyClass, deps.clock())
    const label = moneyLabel(moneyClass)
    const before = deps.memory.levelOf(label)
    const [full] = deps.memory.take([{ label, terms, units }])
    if (full === undefined) {
      tellUsed(deps, moneyClass, before, deps.memory.levelOf(label), terms)
      return 0
    }
    waits.push(full.waitMs)
  }
  return Math.min(...waits)
}

function tellUsed(
  { onUsed }: Deps,
  moneyClass: MoneyClass,
  before: number,
  after: number,
  { floor, room }: { floor: number; room: number },
): void {
  const percent = (level: number) => (Math.max(0, level - floor) / room) * 100
  for (const alarm of ALARMS) if (percent(before) < alarm && percent(after) >= alarm - 1) onUsed(moneyClass, alarm)
}
