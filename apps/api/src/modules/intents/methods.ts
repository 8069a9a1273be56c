import { AppError, canShow, PROOF_METHODS, type ProofMethod } from '@avouch/contract'

type Wish = {
  /** The request's own; undefined: the provider's. */
  accept?: readonly ProofMethod[] | undefined
  /** null: everything that is switched on. */
  providerAccepts: readonly ProofMethod[] | null
  minimumAge: number
  /** Of what it did not choose by itself, all that a request wants. */
  only?: readonly ProofMethod[] | undefined
  /** What can answer here. */
  switchedOn: readonly ProofMethod[]
}

/** The methods that may answer a request, in the order of the table. @throws AppError method_not_possible */
export function acceptedMethods({ accept, providerAccepts, minimumAge, only, switchedOn }: Wish): ProofMethod[] {
  const isPossible = (method: ProofMethod) =>
    switchedOn.includes(method) && canShow(method, minimumAge) && only?.includes(method) !== false
  const wanted = accept ?? providerAccepts ?? switchedOn
  const possible = PROOF_METHODS.filter((method) => wanted.includes(method) && isPossible(method))
  // What a request names itself has to be possible; what it did not choose is left out.
  if (possible.length === 0 || (accept !== undefined && possible.length < accept.length))
    throw new AppError('method_not_possible')
  return possible
}
