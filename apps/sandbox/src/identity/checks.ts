import { kycEvent, VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import * as z from 'zod'
import type { Journal } from '../journal.ts'

const outcome = z.enum(VENDOR_OUTCOMES as [VendorOutcome, ...VendorOutcome[]])

/** One report of an outcome. Its id stays the same however often it is sent. */
export const checkRecord = z.object({ id: z.string(), event: kycEvent, delivered: z.boolean() })
export type CheckRecord = z.infer<typeof checkRecord>

export const isOutcome = (value: unknown): value is VendorOutcome => outcome.safeParse(value).success

/** The last report for each transaction code. */
export function createChecks(journal: Journal<CheckRecord>) {
  const byCode = new Map<string, CheckRecord>()
  const apply = (record: CheckRecord) => {
    // Newest last, so that the desk shows the order in which things happened.
    byCode.delete(record.event.data.tc)
    byCode.set(record.event.data.tc, record)
  }
  for (const record of journal.past) apply(record)

  return {
    get: (tc: string) => byCode.get(tc),
    all: () => [...byCode.values()].reverse(),
    save(record: CheckRecord) {
      journal.append(record)
      apply(record)
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
