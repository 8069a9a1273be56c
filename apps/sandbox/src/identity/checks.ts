import { kycEvent, VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import * as z from 'zod'
import type { Journal } from '../journal.ts'

const outcome = z.enum(VENDOR_OUTCOMES as [VendorOutcome, ...VendorOutcome[]])
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
  way: z.enum(WAYS).default('once'),
  due: z.iso.datetime().optional(),
})
export type Report = z.infer<typeof report>

const opened = z.object({ type: z.literal('opened'), tc: z.string(), at: z.string() })
const found = z.object({
  type: z.literal('found'),
  tc: z.string(),
  at: z.string(),
  status: outcome,
  /** Who decided, and why: that stays here. */
  by: z.string().optional(),
  reason: z.string().optional(),
  /** What a tester called the document. */
  document: z.string().optional(),
})
const claimed = z.object({ type: z.literal('claimed'), tc: z.string(), until: z.string(), reviewer })
const released = z.object({ type: z.literal('released'), tc: z.string() })

/** What the journal keeps. A line without a type is a report, as it always was. */
export const checkRecord = z.union([opened, found, claimed, released, report])
export type CheckRecord = z.infer<typeof checkRecord>

export type Finding = Omit<z.infer<typeof found>, 'type' | 'tc'>
export type Check = {
  tc: string
  openedAt: string
  /** What the check came to; the last one counts. */
  found: Finding | undefined
  claim: { reviewer: Reviewer; until: string } | undefined
  /** By id, oldest first. */
  reports: Map<string, Report>
}

const codeOf = (record: CheckRecord): string => ('type' in record ? record.tc : record.event.data.tc)

export const isOutcome = (value: unknown): value is VendorOutcome => outcome.safeParse(value).success

/** Whether a reviewer has the check now. */
export const claimOf = ({ claim }: Check, now: Date) =>
  claim !== undefined && new Date(claim.until) > now ? claim : undefined

type Deps = { journal: Journal<CheckRecord>; clock: () => Date; onChange?: () => void }

/** Every check that began here, with what it came to. */
export function createChecks({ journal, clock, onChange = () => undefined }: Deps) {
  const byCode = new Map<string, Check>()
  let changes = 0

  const make = (tc: string, openedAt: string): Check => {
    const check = { tc, openedAt, found: undefined, claim: undefined, reports: new Map<string, Report>() }
    byCode.set(tc, check)
    return check
  }

  function apply(record: CheckRecord) {
    changes += 1
    if (!('type' in record)) {
      const { tc, status } = record.event.data
      const check = byCode.get(tc) ?? make(tc, record.event.timestamp)
      check.reports.set(record.id, record)
      check.found ??= { at: record.event.timestamp, status }
      return
    }
    const check = byCode.get(record.tc) ?? make(record.tc, 'at' in record ? record.at : clock().toISOString())
    if (record.type === 'claimed') check.claim = { reviewer: record.reviewer, until: record.until }
    if (record.type === 'released') check.claim = undefined
    if (record.type === 'found') {
      const { at, status, by, reason, document } = record
      check.found = { at, status, by, reason, document }
      check.claim = undefined
      // Newest last, so that the desk shows the order in which things happened.
      byCode.delete(check.tc)
      byCode.set(check.tc, check)
    }
  }
  let kept = [...journal.past]
  for (const record of kept) apply(record)

  function write(record: CheckRecord) {
    kept.push(record)
    journal.append(record)
    apply(record)
    onChange()
  }
  const now = () => clock().toISOString()

  return {
    get: (tc: string) => byCode.get(tc),
    /** Newest first. */
    all: () => [...byCode.values()].reverse(),
    /** Changes with every change. */
    changes: () => changes,
    open(tc: string) {
      if (!byCode.has(tc)) write({ type: 'opened', tc, at: now() })
    },
    /** A document that was named once stays that of the check. */
    find(tc: string, finding: Omit<Finding, 'at'>) {
      const document = finding.document ?? byCode.get(tc)?.found?.document
      write({ type: 'found', tc, at: now(), ...finding, ...(document !== undefined && { document }) })
    },
    claim: (tc: string, by: Reviewer, until: Date) =>
      write({ type: 'claimed', tc, reviewer: by, until: until.toISOString() }),
    release: (tc: string) => write({ type: 'released', tc }),
    /** Ignores a report whose check has been forgotten since. */
    saveReport(record: Report) {
      if (byCode.has(record.event.data.tc)) write(record)
    },
    /** Nothing of the check is kept, the file included. @returns whether there was one */
    forget(tc: string): boolean {
      if (!byCode.delete(tc)) return false
      kept = kept.filter((record) => codeOf(record) !== tc)
      journal.rewrite(kept)
      changes += 1
      onChange()
      return true
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
