import { AppError, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { CallLimits } from '../../modules/rate-limits/index.ts'

export const REPORT_PATH = '/csp-report'
const TYPE = 'application/csp-report'
const BODY_LIMIT_BYTES = 8 * 1_024
/** Distinct reports of one minute; beyond them nothing is logged. */
const MOST_KINDS = 100

const text = z.string().default('').catch('')
const violation = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'document-uri': text,
    'blocked-uri': text,
    'source-file': text,
  }),
})

/** A keyword of the browser, a path of ours, or a foreign origin: the rest of an address may be a secret. */
function withoutSecrets(address: string, ownOrigin: string): string {
  if (/^[a-z-]{1,40}$/.test(address)) return address
  if (!URL.canParse(address)) return ''
  const { origin, pathname, protocol } = new URL(address)
  if (origin === ownOrigin) return /^[\w/.-]{1,100}$/.test(pathname) ? pathname : '/…'
  return origin === 'null' ? protocol : origin.slice(0, 100)
}

type Report = Record<'directive' | 'page' | 'blocked' | 'source', string>
type Deps = { publicUrl: string; admit: CallLimits['admit']; log: (report: Report) => void; clock: () => Date }

/** Logs what browsers report of the pages' policy, equal reports once a minute: our mistakes, and what others tried in our pages. */
export function addPolicyReports(app: FastifyInstance, { publicUrl, admit, log, clock }: Deps): void {
  const { origin } = new URL(publicUrl)
  const logged = { minute: 0, reports: new Set<string>() }
  void app.register(async (scope) => {
    scope.addContentTypeParser(TYPE, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    scope.addHook('onRequest', ({ client }) => admit('report', client))
    scope.post(REPORT_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async ({ body }, reply) => {
      const { success, data } = violation.safeParse(body)
      if (!success) throw new AppError('invalid_request')
      const told = data['csp-report']
      const [page = '', blocked = '', source = ''] = [
        told['document-uri'],
        told['blocked-uri'],
        told['source-file'],
      ].map((address) => withoutSecrets(address, origin))
      const report = { directive: told['effective-directive'], page, blocked, source }
      const minute = Math.floor(clock().getTime() / MINUTE_MS)
      if (minute !== logged.minute) Object.assign(logged, { minute, reports: new Set() })
      const size = logged.reports.size
      if (size < MOST_KINDS && logged.reports.add(JSON.stringify(report)).size > size) log(report)
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
