import { InvalidVerdict } from './errors.ts'
import type { Reader } from './signed.ts'
import type { Verdict } from './types.ts'

const TYPE = 'avouch-verdict+jwt'

const isVerdict = (claims: object): claims is Verdict => {
  const { intent_id, result, live } = claims as Partial<Record<keyof Verdict, unknown>>
  return typeof intent_id === 'string' && (result === 'yes' || result === 'no') && typeof live === 'boolean'
}

export type Verdicts = ReturnType<typeof createVerdicts>

/** The signed answers. */
export function createVerdicts(read: Reader) {
  return {
    /**
     * Verifies the verdict of this intent. Another signature, another website's verdict or another intent's is refused.
     * @throws InvalidVerdict, AvouchUnavailable when the keys cannot be fetched
     */
    async verify(verdict: string, intentId: string): Promise<Verdict> {
      const claims: object = await read(verdict, TYPE)
      if (!isVerdict(claims)) throw new InvalidVerdict('not a verdict')
      if (claims.intent_id !== intentId) throw new InvalidVerdict('the verdict of another intent')
      return claims
    },
  }
}
