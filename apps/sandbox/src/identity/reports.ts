import { kycCallback, type KycStatus } from '@avouch/contract'
import { createSender, type Delivery, randomId } from '../webhook.ts'
import { type Checks, detailsOf } from './checks.ts'

type Deps = {
  checks: Checks
  apiUrl: string
  secret: string
  clock: () => Date
  /** Between attempts, in milliseconds. */
  pauses: readonly number[]
  log: (line: string) => void
}

/** Reports outcomes to the product by signed message. */
export function createReports({ checks, apiUrl, secret, clock, pauses, log }: Deps) {
  const send = createSender({ url: apiUrl + kycCallback.path, secret, clock, pauses })

  return {
    /** Reports an outcome, or loses it on purpose. A report that was not delivered keeps its id when it is repeated. */
    async report(tc: string, status: KycStatus, isLost = false): Promise<Delivery | 'lost'> {
      const { reports, found } = checks.get(tc) ?? { reports: [] }
      const last = reports.at(-1)
      const data = { tc, status, ...detailsOf(tc, status, found) }
      const event = { type: 'check.updated', timestamp: clock().toISOString(), data } as const
      const isAgain = last && !last.delivered && last.event.data.status === status
      const report = isAgain ? last : { id: randomId('evt_'), event, delivered: false }
      checks.saveReport(report)
      if (isLost) return 'lost'
      const delivery = await send(report.id, report.event)
      if (delivery === 'delivered') checks.saveReport({ ...report, delivered: true })
      else log(`identity check: a report was ${delivery === 'refused' ? 'refused by the product' : 'not delivered'}`)
      return delivery
    },
  }
}
export type Reports = ReturnType<typeof createReports>
