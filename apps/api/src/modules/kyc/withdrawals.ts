import type { ProofDecision, ProofReason } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { GIVE_BACK_MS } from '../accounts/index.ts'
import type { Audit, AuditEvent, AuditType } from '../audit/index.ts'
import { oldestProofDay } from '../intents/index.ts'
import { changeProof, findMark, lockForProof } from './proof-store.ts'

const DECIDED: Readonly<Record<ProofDecision, AuditType>> = {
  withdraw: 'operator.proof_withdrawn',
  give_back: 'operator.proof_given_back',
  keep: 'operator.proof_kept',
}

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  /** Days without a sign-in after which a reset of the PIN in an unknown browser withdraws the proof; 0: never. */
  unusedDays: number
}

/** Proofs that are withdrawn and given back. Websites learn of neither: a request waits for another proof. */
export class Withdrawals {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Applies a person's decision about a proof. @returns false when it changes nothing */
  decide(accountId: string, decision: ProofDecision, reason: ProofReason): Promise<boolean> {
    const { db, clock, audit } = this.#deps
    return db.transaction(async (tx) => {
      const now = clock()
      const documentIdx = decision === 'give_back' ? ((await findMark(tx, accountId))?.documentIdx ?? null) : null
      // Another account may show the document at this moment: reports lock in the same order.
      await lockForProof(tx, accountId, documentIdx)
      const values = {
        withdraw: [accountId, 'operator', now, null],
        give_back: [accountId, later(now, -GIVE_BACK_MS), documentIdx],
        keep: [accountId],
      }
      if (!(await changeProof(tx, decision, values[decision]))) return false
      await audit.append(tx, { type: DECIDED[decision], accountId, reason })
      return true
    })
  }

  /**
   * Part of a reset of the PIN in an unknown browser: after a long silence the number may be another person's, who has proven nothing.
   * The caller has locked the account. @returns events for the audit trail
   */
  async withdrawUnused(tx: Executor, accountId: string, now: Date): Promise<AuditEvent[]> {
    const { unusedDays } = this.#deps
    const unusedSince = oldestProofDay(unusedDays, now)
    if (unusedDays === 0 || !(await changeProof(tx, 'withdraw', [accountId, 'unused', now, unusedSince]))) return []
    return [{ type: 'kyc.proof_withdrawn', accountId, reason: 'unused' }]
  }
}
