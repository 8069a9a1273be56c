import type { FastifyInstance } from 'fastify'
import { runInRequestContext } from '../modules/audit/index.ts'
import { SMS_REPORT_PATH, type SmsReports } from '../modules/sms/index.ts'

type Params = { preset: string; ref?: string }

/** The addresses at which SMS gateways report: no endpoint of the contract, because no client of ours calls them. */
export function addSmsReports(app: FastifyInstance, reports: SmsReports): void {
  const url = `${SMS_REPORT_PATH}/:preset/:ref?`
  app.route<{ Params: Params }>({
    method: ['GET', 'POST'],
    url,
    config: { operation: 'smsReport' },
    handler: async ({ id: requestId, client, method, rawBody, headers, params, query, body }, reply) => {
      const fields = method === 'GET' ? query : body
      await runInRequestContext({ requestId, route: url, network: client.address.network }, () =>
        reports.receive(params.preset, params.ref, { method, rawBody, headers, fields }),
      )
      return reply.code(200).header('cache-control', 'no-store').send()
    },
  })
}
