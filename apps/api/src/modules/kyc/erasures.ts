import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { IdentityService } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import { transactionCode } from './transaction-code.ts'
import { claimErasure, type DueErasure, postponeErasure, settleErasure } from './vendor-erasure-store.ts'

/** Longer than any call takes: after this time the process that took the check has died. */
const HOLD_MS = MINUTE_MS
const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

type Deps = { db: Executor; service: Pick<IdentityService, 'forget'>; clock: Clock; keys: KycKeys }

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/**
 * Has the identity-check service erase the checks of erased accounts, until it does not answer. Safe in several processes
 * at the same moment.
 */
export async function eraseDue(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.clock()
    const due = await claimErasure(deps.db, now, later(now, HOLD_MS))
    if (due === undefined || !(await erase(deps, due, signal))) return
  }
}

/** @returns whether the service acknowledged; otherwise it is asked again later */
async function erase({ db, service, clock, keys }: Deps, due: DueErasure, signal: AbortSignal): Promise<boolean> {
  const { checkId, attempts } = due
  const acknowledged = await service.forget(transactionCode(keys.codes, checkId), signal)
  if (acknowledged) await settleErasure(db, checkId)
  else await postponeErasure(db, due, later(clock(), waitAfter(attempts)))
  return acknowledged
}
