import { AppError, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { CallLimits } from '../../modules/rate-limits/index.ts'

export const REPORT_PATH = '/csp-report'
export const REPORT_GROUP = 'csp'

const BODY_LIMIT_BYTES = 8 * 1_024
const MOST_IN_ONE_BODY = 20
/** Distinct reports of one minute; beyond them nothing is logged. */
const MOST_KINDS = 100
const PATH_LENGTH = 100

const text = z.string().default('').catch('')
/** As `report-to` writes it; browsers send more, which is not read. */
const violation = z.object({
  effectiveDirective: z.string().regex(/^[a-z-]{1,40}$/),
  documentURL: text,
  blockedURL: text,
  sourceFile: text,
  sample: text,
  lineNumber: z.number().int().min(0).optional().catch(undefined),
})

/** The names that `report-uri` has for these fields. */
const OLD_NAMES = Object.entries({
  effectiveDirective: 'effective-directive',
  documentURL: 'document-uri',
  blockedURL: 'blocked-uri',
  sourceFile: 'source-file',
  sample: 'script-sample',
  lineNumber: 'line-number',
})
const renamed = (old: unknown): unknown =>
  typeof old === 'object' && old !== null
    ? Object.fromEntries(OLD_NAMES.map(([name, oldName]) => [name, Reflect.get(old, oldName)]))
    : old

const violations = z.union([
  z
    .array(z.object({ type: z.literal('csp-violation'), body: violation }).transform(({ body }) => body))
    .max(MOST_IN_ONE_BODY),
  z.object({ 'csp-report': z.preprocess(renamed, violation) }).transform((one) => [one['csp-report']]),
])

/** A keyword of the browser, a path of ours, or a foreign origin: the rest of an address may be a secret. */
function withoutSecrets(address: string, ownOrigin: string): string {
  if (/^[a-z-]{1,40}$/.test(address)) return address
  if (!URL.canParse(address)) return ''
  const { origin, pathname, protocol } = new URL(address)
  if (origin === ownOrigin) return /^[\w/.-]*$/.test(pathname) ? pathname.slice(0, PATH_LENGTH) : '/…'
  return origin === 'null' ? protocol : origin.slice(0, PATH_LENGTH)
}

/** The sink that refused a text, without the text: it may be the visitor's. */
const sinkOf = ({ effectiveDirective, sample }: z.output<typeof violation>): string | undefined =>
  effectiveDirective === 'require-trusted-types-for' ? /^[\w ]{1,60}(?=\|)/.exec(sample)?.[0] : undefined

const reportOf = (told: z.output<typeof violation>, ownOrigin: string) => ({
  directive: told.effectiveDirective,
  page: withoutSecrets(told.documentURL, ownOrigin),
  blocked: sinkOf(told) ?? withoutSecrets(told.blockedURL, ownOrigin),
  source: withoutSecrets(told.sourceFile, ownOrigin),
  line: told.lineNumber,
})

/** Lets one of equal reports through in a minute, with the number of those that were suppressed before it. */
export function onceAMinute(clock: () => Date) {
  const kinds = new Map<string, { until: number; suppressed: number }>()
  return (kind: string): number | undefined => {
    const now = clock().getTime()
    const known = kinds.get(kind)
    if (known !== undefined && known.until > now) {
      known.suppressed += 1
      return undefined
    }
    for (const [name, { until }] of kinds) if (until <= now) kinds.delete(name)
    if (kinds.size >= MOST_KINDS) return undefined
    kinds.set(kind, { until: now + MINUTE_MS, suppressed: 0 })
    return known?.suppressed ?? 0
  }
}

type Deps = {
  publicUrl: string
  admit: CallLimits['admit']
  /** `unwritten`: equal ones that were suppressed since the last of them. */
  log: (report: ReturnType<typeof reportOf> & { unwritten: number }) => void
  clock: () => Date
}

/** Logs what browsers report of the pages' policy: our mistakes, and what others tried in our pages. */
export function addPolicyReports(app: FastifyInstance, { publicUrl, admit, log, clock }: Deps): void {
  const ownOrigin = new URL(publicUrl).origin
  const sample = onceAMinute(clock)
  // Only here these media types are read.
  void app.register(async (scope) => {
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, parseJson)
    scope.addHook('onRequest', ({ client }) => admit('report', client))
    scope.post(REPORT_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async ({ body }, reply) => {
      const { success, data } = violations.safeParse(body)
      if (!success) throw new AppError('invalid_request')
      for (const told of data) {
        const report = reportOf(told, ownOrigin)
        const unwritten = sample(JSON.stringify(report))
        if (unwritten !== undefined) log({ ...report, unwritten })
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
