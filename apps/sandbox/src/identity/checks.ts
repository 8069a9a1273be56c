import { kycEvent, VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import * as z from 'zod'

const outcome = z.enum(VENDOR_OUTCOMES)
const reviewer = z.object({ id: z.string(), name: z.string() })
export type Reviewer = z.infer<typeof reviewer>

/**
 * How a report travels. late: held back until the next one about the check was sent; reversed: followed by one that is
 * older; lost: never sent.
 */
export const WAYS = ['once', 'twice', 'late', 'reversed', 'lost'] as const
export type Way = (typeof WAYS)[number]

/** One report of an outcome. Its id stays the same however often it is sent. */
const report = z.object({
  id: z.string(),
  event: kycEvent,
  delivered: z.boolean(),
  way: z.enum(WAYS),
  due: z.iso.datetime().optional(),
})
export type Report = z.infer<typeof report>

const finding = z.object({
  at: z.string(),
  status: outcome,
  /** Who decided, and why: that stays here. */
  by: z.string().optional(),
  reason: z.string().optional(),
  /** What a tester called the document. */
  document: z.string().optional(),
})

export const check = z.object({
  tc: z.string(),
  openedAt: z.string(),
  /** What the check came to; the last one counts. */
  found: finding.optional(),
  claim: z.object({ reviewer, until: z.string() }).optional(),
  /** Oldest first. */
  reports: z.array(report),
})
export type Check = z.infer<typeof check>

export const isOutcome = (value: unknown): value is VendorOutcome => outcome.safeParse(value).success

/** Whether a reviewer has the check now. */
export const claimOf = ({ claim }: Check, now: Date) =>
  claim !== undefined && new Date(claim.until) > now ? claim : undefined

type Deps = { kept: Map<string, Check>; clock: () => Date; onChange?: () => void }

/** Every check that began here, with what it came to. */
export function createChecks({ kept, clock, onChange = () => undefined }: Deps) {
  let changes = 0
  const now = () => clock().toISOString()

  function changed() {
    changes += 1
    onChange()
  }
  function change(tc: string, parts: Partial<Check>) {
    kept.set(tc, { ...(kept.get(tc) ?? { tc, openedAt: now(), reports: [] }), ...parts })
    changed()
  }

  return {
    get: (tc: string) => kept.get(tc),
    all: () => [...kept.values()],
    /** Grows with every change. */
    changes: () => changes,
    open(tc: string) {
      if (!kept.has(tc)) change(tc, {})
    },
    /** A document that was named once stays that of the check. */
    find(tc: string, { document = kept.get(tc)?.found?.document, ...rest }: Omit<z.infer<typeof finding>, 'at'>) {
      change(tc, { found: { at: now(), document, ...rest }, claim: undefined })
    },
    claim: (tc: string, by: Reviewer, until: Date) =>
      change(tc, { claim: { reviewer: by, until: until.toISOString() } }),
    release: (tc: string) => change(tc, { claim: undefined }),
    /** Ignores a report whose check has been forgotten since. */
    saveReport(saved: Report) {
      const reports = kept.get(saved.event.data.tc)?.reports
      if (reports === undefined) return
      const isKnown = reports.some(({ id }) => id === saved.id)
      change(saved.event.data.tc, {
        reports: isKnown ? reports.map((one) => (one.id === saved.id ? saved : one)) : [...reports, saved],
      })
    },
    /** Nothing of the check is kept, the file included. @returns whether there was one */
    forget(tc: string): boolean {
      const existed = kept.delete(tc)
      if (existed) changed()
      return existed
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
