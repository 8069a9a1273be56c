import { type adminFigures, type Answer, FEWEST_SHOWN } from '@avouch/contract'
import { fromEach } from '../../platform/buckets.ts'

type Shown = Answer<typeof adminFigures>['data']['data'][number]
const ENDS = ['yes', 'no', 'paid', 'unanswered'] as const
type Ended = Record<(typeof ENDS)[number], number>

const isShown = (count: number) => count >= FEWEST_SHOWN

/**
 * Shows numbers from 20 on. The smaller ones of a website are one number together; if that is too small, they are one with those of other
 * websites, or shown nowhere. No number contains what is not shown, and each request is in one number at most: so no difference tells
 * what was left out.
 */
export function mergeFew(websites: readonly ({ provider: string } & Ended)[]): Shown[] {
  let left = 0
  const shown = websites.flatMap(({ provider, ...ended }) => {
    const few = ENDS.reduce((sum, end) => sum + (isShown(ended[end]) ? 0 : ended[end]), 0)
    if (!isShown(few)) left += few
    const numbers = fromEach(ENDS, (end) => (isShown(ended[end]) ? ended[end] : null))
    const other = isShown(few) ? few : null
    return [...Object.values(numbers), other].every((number) => number === null)
      ? []
      : [{ provider, ...numbers, other }]
  })
  const ofOthers = { provider: null, ...fromEach(ENDS, () => null), other: left }
  return isShown(left) ? [...shown, ofOthers] : shown
}
