import { kycCallback, MINUTE_MS, SECOND_MS, type VendorOutcome } from '@avouch/contract'
import { createSender, type Delivery, randomId } from '../webhook.ts'
import { type Checks, documentOf, type Report } from './checks.ts'
import type { Travel } from './plan.ts'

type Deps = {
  checks: Checks
  apiUrl: string
  secret: string
  clock: () => Date
  /** Pauses between the attempts; one more attempt than pauses. */
  pauses: readonly number[]
  log: (line: string) => void
}

/** Tells the product what a check came to, by signed message. */
export function createReports({ checks, apiUrl, secret, clock, pauses, log }: Deps) {
  const timers = new Set<NodeJS.Timeout>()

  const send = createSender({ url: apiUrl + kycCallback.path, secret, clock, pauses })

  const reportsOf = (tc?: string) => checks.get(tc)?.reports ?? []

  function make(tc: string, status: VendorOutcome, at: Date, more: Partial<Report> = {}): Report {
    const data = { tc, status, ...documentOf(tc, status, checks.get(tc)?.found) }
    const event = { type: 'check.updated' as const, timestamp: at.toISOString(), data }
    return { id: randomId('evt_'), event, delivered: false, way: 'once', ...more }
  }

  /** Sends a report, then what the chosen way adds. */
  async function deliver(report: Report): Promise<Delivery> {
    const { id, event, way } = report
    const delivery = await send(id, event)
    if (delivery !== 'delivered') {
      log(`identity check: a report was ${delivery === 'refused' ? 'refused by the product' : 'not delivered'}`)
      return delivery
    }
    checks.saveReport({ ...report, delivered: true })
    const { tc } = event.data
    if (way === 'twice') await send(id, event)
    if (way === 'reversed') {
      const older = make(tc, 'PENDING_MANUAL_REVIEW', new Date(Date.parse(event.timestamp) - MINUTE_MS))
      checks.saveReport(older)
      await deliver(older)
    }
    for (const held of reportsOf(tc))
      if (held.way === 'late' && !held.delivered && held.id !== id) await deliver({ ...held, way: 'once' })
    return delivery
  }

  function deliverAt(report: Report, at: Date) {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        deliver(report).catch(({ name }: Error) => log(`identity check: a report failed (${name})`))
      },
      Math.max(0, at.getTime() - clock().getTime()),
    )
    timers.add(timer)
  }

  /**
   * Reports an outcome. The same undelivered report keeps its id.
   * @returns what came of it; later - the caller does not wait for it
   */
  async function report(tc: string, status: VendorOutcome, { way, delaySeconds }: Travel): Promise<Delivery | 'later'> {
    const last = reportsOf(tc).at(-1)
    const unsent = last && !last.delivered && last.event.data.status === status ? last : undefined
    const now = clock()
    const due = new Date(now.getTime() + delaySeconds * SECOND_MS)
    const later = delaySeconds > 0 && { due: due.toISOString() }
    const made = unsent ? { ...unsent, way } : make(tc, status, now, { way, ...later })
    checks.saveReport(made)

    if (way === 'lost' || way === 'late') return 'later'
    if (delaySeconds === 0) return deliver(made)
    deliverAt(made, due)
    return 'later'
  }

  // What a process that ended left undelivered goes on here.
  for (const check of checks.all())
    for (const { due, ...left } of check.reports)
      if (due !== undefined && !left.delivered && left.way !== 'lost' && left.way !== 'late')
        deliverAt(left, new Date(due))

  return {
    report,
    /** Once more, by hand: also what got lost. */
    async resend(tc?: string, id?: string): Promise<void> {
      const known = reportsOf(tc).find((report) => report.id === id)
      if (known && !known.delivered) await deliver({ ...known, way: 'once' })
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
export type Reports = ReturnType<typeof createReports>
