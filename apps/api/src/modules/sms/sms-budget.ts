import type { Executor } from '../../platform/database/database.ts'
import { crossed, decide } from './decide.ts'
import { centsOf, type SmsLimits } from './limits.ts'
import { countDay, countSlot, holdBudget, insertDecision, readTraffic, settleDecisions } from './sms-budget-store.ts'
import type { SmsRecipient, SmsRequest, SmsVerdict } from './sms-request.ts'

type Deps = { limits: SmsLimits; onShare: (percent: number) => void }
export type SmsBudget = ReturnType<typeof createSmsBudget>

/** What SMS may cost, by number, browser, address, country and day. Both calls are part of their caller's transaction. */
export function createSmsBudget(limits: SmsLimits, onShare: (percent: number) => void) {
  const deps = { limits, onShare }
  return {
    admit: (tx: Executor, request: SmsRequest, recipient: SmsRecipient, now: Date) =>
      admit(deps, tx, request, recipient, now),
    drain,
  }
}

/** Decides whether an SMS may be sent, and counts it. */
async function admit(
  { limits, onShare }: Deps,
  tx: Executor,
  request: SmsRequest,
  recipient: SmsRecipient,
  now: Date,
): Promise<SmsVerdict> {
  await holdBudget(tx)
  const traffic = await readTraffic(tx, request, now)
  const verdict = decide(request, recipient, traffic, limits)
  const { purpose, country } = request
  await insertDecision(tx, request, recipient, verdict, now)
  if (!verdict.allowed) {
    await countDay(tx, country, now, { denied: 1 })
    return verdict
  }
  const cents = centsOf(limits, country)
  if (purpose !== 'notice') await countSlot(tx, country, now, { unverified: 1 })
  await countDay(tx, country, now, { sent: 1, recoveries: purpose === 'reset' ? 1 : 0, cents })
  const { cents: before } = traffic.everywhere
  for (const percent of crossed(limits, before, before + cents)) onShare(percent)
  return verdict
}

/** The code was typed in: none of its SMS counts any more, and its country has one proof more. */
async function drain(tx: Executor, challengeId: string, now: Date): Promise<void> {
  const settled = await settleDecisions(tx, challengeId, now)
  const [first] = settled
  if (first === undefined) return
  for (const { decidedAt } of settled) await countSlot(tx, first.country, decidedAt, { unverified: -1 })
  await countSlot(tx, first.country, now, { verified: 1 })
  await countDay(tx, first.country, now, { verified: 1 })
}
