import * as z from 'zod'
import { isSame, REPORT_STATES, REPORT_WHYS, scalar, type SmsAdapter } from './adapter.ts'

const report = z.object({ state: z.enum(REPORT_STATES), why: z.enum(REPORT_WHYS).default('other') })

/** Our own protocol, for gateways that have no adapter here. */
export const generic: SmsAdapter = {
  url: 'http://localhost:3003/api/messages',
  needs: [],
  deliversKeyOnce: true,
  request: ({ to, text, idempotencyKey, reportUrl }, { token }) => ({
    headers: { authorization: `Bearer ${token}` },
    json: { to, text, idempotency_key: idempotencyKey, report_url: reportUrl },
  }),
  read: () => ({ outcome: 'accepted' }),
  errorCode: z.object({ error: scalar }).transform(({ error }) => error),
  codes: {},
  credentials: [],

  isGenuine: ({ headers }, { token }) => isSame(`Bearer ${token}`, headers['authorization']),
  readReport(fields) {
    const { data } = report.safeParse(fields)
    return data && { report: { state: data.state, why: data.state === 'undelivered' ? data.why : null } }
  },
}
