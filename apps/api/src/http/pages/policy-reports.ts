import { AppError, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { CallLimits } from '../../modules/rate-limits/index.ts'

export const POLICY_REPORT_PATH = '/csp-report'
/** Keeps a keyword of the browser, a scheme or an origin: the rest of an address may be a secret. */
const address = z.string().transform((sent) => /^[a-z-]{1,40}(:\/\/[\w.:-]{1,100})?/.exec(sent)?.[0] ?? '')
const violation = z.object({ 'effective-directive': z.string().regex(/^[a-z-]{1,40}$/), 'blocked-uri': address })
const reported = z.object({ 'csp-report': violation })
type Deps = { calls: CallLimits; log: (report: z.infer<typeof violation>) => void; clock: () => Date }

/** Logs what browsers report of the pages' policy, equal reports once a minute: our mistakes, and what others tried in our pages. */
export function addPolicyReports(app: FastifyInstance, { calls, log, clock }: Deps): void {
  let logged = new Set<string>()
  void app.register(async (scope) => {
    const json = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/csp-report', { parseAs: 'string' }, json)
    scope.addHook('onRequest', ({ client }) => calls.admit('report', client))
    scope.post(POLICY_REPORT_PATH, { bodyLimit: 8 * 1_024 }, async ({ body }, reply) => {
      const { data } = reported.safeParse(body)
      if (data === undefined) throw new AppError('invalid_request')
      const minute = `${Math.floor(clock().getTime() / MINUTE_MS)} `
      const name = minute + JSON.stringify(data)
      if (!logged.has(minute)) logged = new Set([minute])
      if (logged.size < 100 && !logged.has(name)) {
        logged.add(name)
        log(data['csp-report'])
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
