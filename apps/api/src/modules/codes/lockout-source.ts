import type { LimitSource, LimitState, Rules } from '../limits/index.ts'
import { MAX_WRONG_IN_A_ROW } from './code.ts'
import { liftLockouts, wrongCodesOf } from './lockout-store.ts'
import { resetNumberTries } from './try-store.ts'

const OF_CLASS = {
  login: 'log-ins, unknown browsers',
  reset: 'recoveries, unknown browsers',
  'reset here': 'recoveries, a known browser',
} as const

type Counted = Pick<LimitState, 'rule' | 'of' | 'used' | 'places' | 'effect'> & { until: Date | null }

const toState = ({ until, ...counted }: Counted): LimitState => ({
  ...counted,
  state: counted.used >= counted.places ? 'full' : 'free',
  nextAt: until,
  allAt: until,
})

type Deps = { rules: Pick<Rules, 'codes-wrong.number' | 'codes-wrong.strangers'>; phoneIdx: Buffer }

/** What wrong codes of a number count, and lock, for the operator. */
export const codeLockouts = ({ rules, phoneIdx }: Deps): LimitSource => ({
  async states(tx, now) {
    const { classes, registrations } = await wrongCodesOf(tx, phoneIdx, now)
    const [ofStrangers, ofNumber] = [rules['codes-wrong.strangers'].burst, rules['codes-wrong.number'].burst]
    const counted: Counted[] = [
      ...classes.map(({ ofClass, wrong, until }) => ({
        rule: 'codes-wrong.strangers',
        of: OF_CLASS[ofClass],
        used: wrong,
        places: ofStrangers,
        until,
        effect: 'codes are locked there',
      })),
      ...classes.map(({ inARow }) => ({
        rule: 'codes-wrong.strangers',
        of: 'log-ins, in a row',
        used: inARow,
        places: MAX_WRONG_IN_A_ROW,
        until: null,
        effect: 'the PIN is disabled until a recovery sets another',
      })),
      {
        rule: 'codes-wrong.number',
        of: 'registrations',
        used: registrations?.guesses ?? 0,
        places: ofNumber,
        until: registrations?.until ?? null,
        effect: 'each registration has a single try',
      },
    ]
    return counted.filter(({ used }) => used > 0).map(toState)
  },
  async release(tx, rule) {
    if (rule === undefined || rule === 'codes-wrong.strangers') await liftLockouts(tx, phoneIdx)
    if (rule === undefined || rule === 'codes-wrong.number') await resetNumberTries(tx, phoneIdx)
  },
})
