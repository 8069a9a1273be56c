import { kycCallback, MINUTE_MS, SECOND_MS, type VendorOutcome } from '@avouch/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { randomId, signWebhook } from '../webhook.ts'
import { type Checks, documentOf, type Report } from './checks.ts'
import type { Travel, Way } from './plan.ts'

const ATTEMPT_TIMEOUT_MS = 4_000

type Deps = {
  checks: Checks
  apiUrl: string
  secret: string
  clock: () => Date
  /** Pauses between the attempts; one more attempt than pauses. */
  pauses: readonly number[]
  log: (line: string) => void
}

/** refused - the product will not take this report; unreachable - it may take it later. */
export type Delivery = 'delivered' | 'refused' | 'unreachable'

const mayTakeItLater = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** Tells the product what a check came to, by signed message. */
export function createReports({ checks, apiUrl, secret, clock, pauses, log }: Deps) {
  const timers = new Set<NodeJS.Timeout>()

  async function send({ id, event }: Report): Promise<Delivery> {
    const body = JSON.stringify(event)
    try {
      const answer = await fetch(`${apiUrl}${kycCallback.path}`, {
        method: kycCallback.method,
        headers: signWebhook(secret, id, body, clock()),
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'delivered'
      return mayTakeItLater(answer.status) ? 'unreachable' : 'refused'
    } catch {
      // The product is away.
      return 'unreachable'
    }
  }

  const reportsOf = (tc?: string) => checks.get(tc)?.reports ?? []

  function make(tc: string, status: VendorOutcome, at: Date, way: Way, due?: Date): Report {
    const data = { tc, status, ...documentOf(tc, status, checks.get(tc)?.found) }
    const event = { type: 'check.updated' as const, timestamp: at.toISOString(), data }
    return { id: randomId('evt_'), event, delivered: false, way, ...(due && { due: due.toISOString() }) }
  }

  /** Retries with growing pauses while the product is away, then sends what the chosen way adds. */
  async function deliver(report: Report): Promise<Delivery> {
    let delivery = await send(report)
    for (const pause of pauses) {
      if (delivery !== 'unreachable') break
      await wait(pause)
      delivery = await send(report)
    }
    if (delivery !== 'delivered') {
      log(`identity check: a report was ${delivery === 'refused' ? 'refused by the product' : 'not delivered'}`)
      return delivery
    }
    checks.saveReport({ ...report, delivered: true })
    const { tc } = report.event.data
    if (report.way === 'twice') await send(report)
    if (report.way === 'reversed') {
      const before = new Date(new Date(report.event.timestamp).getTime() - MINUTE_MS)
      const older = make(tc, 'PENDING_MANUAL_REVIEW', before, 'once')
      checks.saveReport(older)
      await deliver(older)
    }
    for (const held of reportsOf(tc))
      if (held.way === 'late' && !held.delivered && held.id !== report.id) await deliver({ ...held, way: 'once' })
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
    const made = unsent ? { ...unsent, way } : make(tc, status, now, way, delaySeconds > 0 ? due : undefined)
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
