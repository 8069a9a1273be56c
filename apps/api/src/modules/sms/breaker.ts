import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'

const MAX_FAILURES = 5
const WINDOW_MS = 30 * SECOND_MS
const OPEN_MS = 30 * SECOND_MS

/** Circuit breaker: calls to a gateway that is down fail at once. After a while one more failure keeps it open, one success closes it. */
export function createBreaker(clock: Clock) {
  let failures: Date[] = []
  let downUntil: Date | undefined

  return {
    isDown: (): boolean => downUntil !== undefined && clock() < downUntil,

    succeeded() {
      failures = []
      downUntil = undefined
    },

    /** @returns whether the gateway counts as down from now on */
    failed(): boolean {
      const now = clock()
      failures = [...failures.filter((at) => at > later(now, -WINDOW_MS)), now]
      const onTrial = downUntil !== undefined && now >= downUntil
      if (!onTrial && failures.length < MAX_FAILURES) return false
      const wasDown = downUntil !== undefined && now < downUntil
      downUntil = later(now, OPEN_MS)
      return !wasDown
    },
  }
}
