import type { Clock } from '../../platform/clock.ts'
import type { MemoryCounters } from './memory-counters.ts'
import { shareOf, termsOf } from './places.ts'
import type { Rules } from './rules.ts'

type Deps = {
  memory: Pick<MemoryCounters, 'take' | 'addSignIn' | 'isAnyFull' | 'watch'>
  clock: Clock
  rules: Pick<Rules, 'code.everyone'>
  /** The operator should know. */
  onChange: (isElevated: boolean) => void
}
export type OtpAnomaly = ReturnType<typeof createOtpAnomaly>

const EVERYONE = { rule: 'code.everyone', subject: 'everyone' } as const

/** Detects what no limit of a single number, browser or address shows: many of them guess a few codes each. */
export function createOtpAnomaly({ memory, clock, rules: { [EVERYONE.rule]: rule }, onChange }: Deps) {
  let last = false
  const place = () => ({ label: EVERYONE, terms: termsOf(rule, clock()), share: shareOf(rule) })
  memory.watch(place)
  const isElevated = () => memory.isAnyFull(EVERYONE.rule)
  return {
    /** Whether all visitors together typed in more wrong codes than usual. */
    isElevated,
    codeWasWrong(): void {
      memory.take([place()])
      const now = isElevated()
      if (now !== last) onChange(now)
      last = now
    },
    /** More is usual where more people sign in. */
    codeWasRight: () => memory.addSignIn(EVERYONE),
  }
}
