import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { type MemoryCounters, type Terms, waitFor } from '../limits/index.ts'
import { centsOf, type MoneyClass, type SmsLimits } from './costs-and-countries.ts'

const DAY_MS = 24 * HOUR_MS
/**
 * What flows in is paid out at such moments, for several SMS at once. A person comes some seconds after the time that an answer
 * named; if the money came SMS by SMS, callers who ask all the time would take each one first.
 */
export const PAID_OUT_EVERY_MS = 10 * MINUTE_MS
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
  /** For an SMS to that country. */
  onSpent: (country: string) => void
  /** A class has used so much of what it can spend at once, in percent. */
  onUsed: (moneyClass: MoneyClass, percent: number) => void
}
export type Money = ReturnType<typeof createMoney>

/** The day's money for SMS, shared out by who asks: one class that spends all of its own leaves the others theirs. */
export function createMoney(deps: Deps) {
  return {
    /** Spends the price of an SMS. @returns the milliseconds until there is money for it; 0 when it was spent */
    spend: (from: MoneyClass, country: string) => spend(deps, from, country),
    /** The same answer, and nothing is spent: for an SMS that is never sent, so that no refusal discloses that. */
    look: (from: MoneyClass) => look(deps, from),
  }
}

/** Where the money of a class is counted. */
export const moneyLabel = (moneyClass: MoneyClass) => ({ rule: `money.${moneyClass}`, subject: 'everyone' })

/**
 * One step is one cent. An SMS may be sent while there is a cent, whatever it costs: else cheap ones would always take the money
 * that a dear one waits for.
 */
export function moneyTerms(limits: SmsLimits, moneyClass: MoneyClass, now: Date): Terms {
  const perDay = Math.max(1, limits.centsPerDay * limits.shares[moneyClass])
  const step = Math.max(1, Math.round(DAY_MS / perDay))
  return { floor: lastPayOut(now), step, room: Math.round(perDay * AT_ONCE) * step }
}

const lastPayOut = (now: Date): number => now.getTime() - (now.getTime() % PAID_OUT_EVERY_MS)

/** From now to the first payment that is at least so long after the last one. */
const untilPaidOut = (afterLastMs: number, now: Date): number =>
  Math.ceil(afterLastMs / PAID_OUT_EVERY_MS) * PAID_OUT_EVERY_MS - (now.getTime() - lastPayOut(now))

function look(deps: Deps, from: MoneyClass): number {
  const now = deps.clock()
  const waits = [from, ...ALSO[from]].map((moneyClass) => {
    const terms = moneyTerms(deps.limits, moneyClass, now)
    return waitFor(deps.memory.levelOf(moneyLabel(moneyClass)), terms.step, terms)
  })
  const waitMs = Math.min(...waits)
  return waitMs > 0 ? untilPaidOut(waitMs, now) : 0
}

function spend(deps: Deps, from: MoneyClass, country: string): number {
  const now = deps.clock()
  const units = centsOf(deps.limits, country)
  const waits: number[] = []
  for (const moneyClass of [from, ...ALSO[from]]) {
    const terms = moneyTerms(deps.limits, moneyClass, now)
    const label = moneyLabel(moneyClass)
    const before = deps.memory.levelOf(label)
    const [full] = deps.memory.take([{ label, terms, units }])
    if (full === undefined) {
      deps.onSpent(country)
      tellUsed(deps, moneyClass, { before, after: deps.memory.levelOf(label) }, terms)
      return 0
    }
    waits.push(full.waitMs)
  }
  return untilPaidOut(Math.min(...waits), now)
}

/** A class that has no cent left has used all of it. Each alarm comes once on the way up. */
function tellUsed(
  { onUsed }: Deps,
  moneyClass: MoneyClass,
  { before, after }: { before: number; after: number },
  { floor, step, room }: Terms,
): void {
  const percentAt = (level: number) => (level + step > floor + room ? 100 : (Math.max(0, level - floor) / room) * 100)
  for (const alarm of ALARMS) if (percentAt(before) < alarm && percentAt(after) >= alarm) onUsed(moneyClass, alarm)
}
