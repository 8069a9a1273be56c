import { MINIMUM_AGE } from './constants.ts'

/** The methods by which a visitor proves an age: a checked account, an app with a proof of age, or an ID wallet. */
export const PROOF_METHODS = ['identity_check', 'proof_of_age', 'id_wallet'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** The ages that a website can ask for. */
export const [YOUNGEST_AGE, OLDEST_AGE] = [12, 21] as const

/** True if the method can show this age. An account shows 18, and with it every age below; apps show any. */
export const canShow = (method: ProofMethod, age: number): boolean =>
  age <= MINIMUM_AGE || method === 'proof_of_age' || method === 'id_wallet'
