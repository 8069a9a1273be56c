import { AppError } from '@avouch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInRequestContext } from '../modules/audit/index.ts'
import { REPORT_PATH, type SmsReports } from '../modules/sms/index.ts'
import { hasNul } from './body-parsers.ts'

type Params = { preset: string; ref?: string }

function fieldsOf({ method, query, body, rawBody }: FastifyRequest): unknown {
  if (method === 'GET') return query
  if (rawBody === '') return body
  try {
    return hasNul(rawBody) ? undefined : JSON.parse(rawBody)
  } catch {
    // No JSON.
    throw new AppError('invalid_request')
  }
}

/** The addresses at which SMS gateways report: no endpoint of the contract, because no client of ours calls them. */
export function addSmsReports(app: FastifyInstance, reports: SmsReports): void {
  for (const url of [`${REPORT_PATH}/:preset`, `${REPORT_PATH}/:preset/:ref`])
    app.route<{ Params: Params }>({
      method: ['GET', 'POST'],
      url,
      config: { operation: 'smsReport', isRaw: true },
      handler: async (request, reply) => {
        const { id: requestId, client, method, rawBody, headers, params } = request
        const context = { requestId, route: url, network: client.address.network }
        await runInRequestContext(context, () =>
          reports.hear(params.preset, params.ref, { method, rawBody, headers, fields: fieldsOf(request) }),
        )
        return reply.code(200).header('cache-control', 'no-store').send()
      },
    })
}
