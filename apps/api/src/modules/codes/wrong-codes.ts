import type { CounterLabel, Counters, Held, Wanted } from '../limits/index.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CodePurpose } from '../sms/index.ts'

/** Whose guess at a code it is. `known`: the browser, if the account knows it. */
export type Guesser = { purpose: CodePurpose; phoneIdx: Buffer; known: Buffer | null }

const nameOf = (phoneIdx: Buffer): string => phoneIdx.toString('hex')

/** Unknown browsers share the digits of a number, over all purposes. Each known one has its own. */
const digitsOf = ({ phoneIdx, known }: Pick<Guesser, 'phoneIdx' | 'known'>) =>
  known === null
    ? ({ rule: 'code.number', subject: nameOf(phoneIdx) } as const)
    : ({ rule: 'code.browser', subject: `${nameOf(phoneIdx)} ${nameOf(known)}` } as const)

/** Codes of log-ins are typed in after the right PIN. */
const afterPin = (phoneIdx: Buffer) => ({ rule: 'code.after-pin', subject: nameOf(phoneIdx) }) as const

/** What limits the digits of a guesser. */
export const labelsOf = (guesser: Guesser) =>
  guesser.purpose === 'login' ? [digitsOf(guesser), afterPin(guesser.phoneIdx)] : [digitsOf(guesser)]

/** What a guess takes before it is compared. A number without an account has no link, so its first guess is never refused. */
export const placesOf = (guesser: Guesser): Wanted[] =>
  guesser.purpose === 'register' ? [{ ...digitsOf(guesser), take: 'may' }] : labelsOf(guesser)

/** isTried: codes were wrong lately. isUsedUp: no digits are compared for this guesser at the moment. */
export async function digitsLeft(
  counters: Pick<Counters, 'usage'>,
  db: Executor,
  guesser: Guesser,
): Promise<{ isTried: boolean; isUsedUp: boolean }> {
  const usage = await counters.usage(db, labelsOf(guesser))
  return { isTried: usage.some(({ isUsed }) => isUsed), isUsedUp: usage.some(({ isFull }) => isFull) }
}

/** What the wrong code of a guess that took these places has used up. */
export function usedUpBy(counters: Pick<Counters, 'isFullAt'>, held: readonly Held[]) {
  const isFull = (rule: 'code.number' | 'code.browser' | 'code.after-pin') =>
    held.some((one) => one.rule === rule && counters.isFullAt(rule, one.level))
  return { digits: isFull('code.number') || isFull('code.browser'), pin: isFull('code.after-pin') }
}

/** A right code gives back its own place, and no other guess's. It sets back the count of wrong ones after the right PIN. */
export const settlementOf = ({
  purpose,
  phoneIdx,
  held,
}: Pick<Guesser, 'purpose' | 'phoneIdx'> & { held: readonly Held[] }) => ({
  held: held.filter(({ rule }) => rule !== 'code.after-pin'),
  cleared: purpose === 'login' ? [afterPin(phoneIdx)] : [],
})

/** Where the wrong codes of a number are counted, for the operator. */
export const codeLabelsOf = (phoneIdx: Buffer, known: readonly Buffer[]): CounterLabel[] => [
  { ...digitsOf({ phoneIdx, known: null }), of: 'unknown browsers' },
  ...known.map((one) => ({ ...digitsOf({ phoneIdx, known: one }), of: 'a known browser' })),
  { ...afterPin(phoneIdx), of: 'log-ins, in a row' },
]
