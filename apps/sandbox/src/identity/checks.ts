import { createHash } from 'node:crypto'
import { isApproved, KYC_STATUSES, kycEvent, type KycStatus } from '@avouch/contract'
import * as z from 'zod'

const outcome = z.enum(KYC_STATUSES)

const report = z.object({ id: z.string(), event: kycEvent, delivered: z.boolean() })
export type Report = z.infer<typeof report>

const finding = z.object({
  at: z.string(),
  status: outcome,
  reason: z.string().optional(),
  /** The sample person who showed a document. */
  person: z.string().optional(),
  /** A tester's word for the document. */
  document: z.string().optional(),
})
type Finding = z.infer<typeof finding>

export const check = z.object({
  tc: z.string(),
  openedAt: z.string(),
  /** The store of the story that it was opened in. */
  story: z.string().optional(),
  /** A story's check stays for its page after the service has erased it. */
  erasedAt: z.string().optional(),
  /** The last outcome counts. */
  found: finding.optional(),
  /** Oldest first. */
  reports: z.array(report),
})
export type Check = z.infer<typeof check>

export const isOutcome = (value: unknown): value is KycStatus => outcome.safeParse(value).success

export const waits = ({ found }: Check): boolean => found?.status === 'PENDING_MANUAL_REVIEW'

/** Tells what is wanted of the visitor, or the document of an outcome. */
export const detailsOf = (tc: string, status: KycStatus, found?: Finding, pendingToo = false) =>
  status === '' ? ({ again: 'picture' } as const) : documentOf(tc, status, found, pendingToo)

/**
 * Hashes the name of an approved check's document: its word, or else its own name. pendingToo: also before a review, for the
 * product, which may decide it.
 */
function documentOf(tc: string, status: KycStatus, found: Finding | undefined, pendingToo: boolean) {
  if (!isApproved(status) && !(pendingToo && status === 'PENDING_MANUAL_REVIEW')) return {}
  const name = found?.document === undefined ? `check ${tc}` : `document ${found.document}`
  return { document_hash: createHash('sha256').update(name).digest('base64url') }
}

type Deps = { kept: Map<string, Check>; clock: () => Date; onChange: () => void }

/** Keeps checks, their outcomes and the reports of these. */
export function createChecks({ kept, clock, onChange }: Deps) {
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

  const all = () => [...kept.values()].filter(({ erasedAt }) => erasedAt === undefined)
  const get = (tc = '') => (kept.get(tc)?.erasedAt === undefined ? kept.get(tc) : undefined)

  return {
    get,
    all,
    /** Grows with every change. */
    changes: () => changes,
    open(tc: string, story?: string) {
      if (!kept.has(tc)) change(tc, { story })
    },
    /** Keeps the document's first word, and who showed it. */
    find(tc: string, next: Omit<Finding, 'at'>) {
      const { document, person } = kept.get(tc)?.found ?? {}
      const { document: word = document, person: who = person } = next
      change(tc, { found: { ...next, at: now(), document: word, person: who } })
    },
    /** Ignores a report about a check that was forgotten since. */
    saveReport(saved: Report) {
      const { tc } = saved.event.data
      const byId = new Map(kept.get(tc)?.reports.map((one) => [one.id, one]))
      if (kept.has(tc)) change(tc, { reports: [...byId.set(saved.id, saved).values()] })
    },
    /** Deletes a check, also from the file; of a story's check the messages stay. @returns false when there was none */
    forget(tc: string): boolean {
      const { story, found } = get(tc) ?? {}
      if (story) {
        change(tc, { erasedAt: now(), found: found && { at: found.at, status: found.status } })
        return true
      }
      const existed = get(tc) !== undefined && kept.delete(tc)
      if (existed) changed()
      return existed
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
