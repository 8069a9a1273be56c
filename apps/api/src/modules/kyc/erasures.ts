import { type Clock, later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { growingWait, type Outbox } from '../../platform/outbox.ts'
import type { IdentityService } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import { transactionCode } from './transaction-code.ts'
import { ERASURE_OUTBOX, settleErasure } from './vendor-erasure-store.ts'

type Deps = { db: Executor; service: Pick<IdentityService, 'forget'>; clock: Clock; keys: KycKeys }

/** Has the identity-check service erase the checks of erased accounts, until it has acknowledged. */
export const createErasures = ({ db, service, clock, keys }: Deps): Outbox => ({
  ...ERASURE_OUTBOX,
  limits: { inAll: 1 },
  async run({ id, attempt }, signal) {
    if (!(await service.forget(transactionCode(keys.codes, id), signal))) return later(clock(), growingWait(attempt))
    await settleErasure(db, id)
  },
})
