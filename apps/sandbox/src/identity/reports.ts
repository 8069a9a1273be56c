import { kycCallback, type VendorOutcome } from '@avouch/contract'
import { createSender, type Delivery, randomId } from '../webhook.ts'
import { type Checks, documentOf, type Report } from './checks.ts'

type Deps = {
  checks: Checks
  apiUrl: string
  secret: string
  clock: () => Date
  /** Pauses between the attempts; one more attempt than pauses. */
  pauses: readonly number[]
  log: (line: string) => void
}

/** Reports outcomes to the product by signed message. */
export function createReports({ checks, apiUrl, secret, clock, pauses, log }: Deps) {
  const send = createSender({ url: apiUrl + kycCallback.path, secret, clock, pauses })
  const reportsOf = (tc?: string) => checks.get(tc)?.reports ?? []

  function make(tc: string, status: VendorOutcome, lost: boolean): Report {
    const data = { tc, status, ...documentOf(tc, status, checks.get(tc)?.found) }
    const event = { type: 'check.updated' as const, timestamp: clock().toISOString(), data }
    return { id: randomId('evt_'), event, delivered: false, lost }
  }

  async function deliver(report: Report): Promise<Delivery> {
    const delivery = await send(report.id, report.event)
    if (delivery === 'delivered') checks.saveReport({ ...report, delivered: true })
    else log(`identity check: a report was ${delivery === 'refused' ? 'refused by the product' : 'not delivered'}`)
    return delivery
  }

  return {
    /** Reports an outcome, or loses it on purpose. The same undelivered report keeps its id. */
    async report(tc: string, status: VendorOutcome, lost = false): Promise<Delivery | 'lost'> {
      const last = reportsOf(tc).at(-1)
      const unsent = last && !last.delivered && last.event.data.status === status
      const report = unsent ? { ...last, lost } : make(tc, status, lost)
      checks.saveReport(report)
      return lost ? 'lost' : deliver(report)
    },
    /** Sends a report again, by hand, also one that was lost. */
    async resend(tc?: string, id?: string): Promise<void> {
      const known = reportsOf(tc).find((report) => report.id === id)
      if (known && !known.delivered) await deliver(known)
    },
  }
}
export type Reports = ReturnType<typeof createReports>
