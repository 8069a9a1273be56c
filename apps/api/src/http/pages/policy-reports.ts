import { AppError, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Client } from '../../platform/client.ts'

export const REPORT_PATH = '/csp-report'
export const REPORT_GROUP = 'csp'

const BODY_LIMIT_BYTES = 8 * 1_024
const MOST_IN_ONE_BODY = 20
/** Different reports of one minute; beyond them nothing is written. */
const MOST_KINDS = 100
const PATH_LENGTH = 100

const directive = z.string().regex(/^[a-z-]{1,40}$/)
const position = z.number().int().min(0).optional().catch(undefined)
const text = z.string().default('').catch('')

/** As `report-uri` and as `report-to` write it; browsers send more, which is not read. */
const old = z.object({
  'csp-report': z.object({
    'effective-directive': directive,
    'document-uri': text,
    'blocked-uri': text,
    'source-file': text,
    'script-sample': text,
    'line-number': position,
  }),
})
const current = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        effectiveDirective: directive,
        documentURL: text,
        blockedURL: text,
        sourceFile: text,
        sample: text,
        lineNumber: position,
      }),
    }),
  )
  .max(MOST_IN_ONE_BODY)

type Told = z.output<typeof current>[number]['body']

/** What is kept of a report. */
export type PolicyReport = {
  directive: string
  /** The path of one of our pages. */
  page: string
  blocked: string
  source: string
  line: number | undefined
  /** Equal ones that were not written down since the last of them. */
  unwritten: number
}

const fromOld = ({ 'csp-report': told }: z.output<typeof old>): Told => ({
  effectiveDirective: told['effective-directive'],
  documentURL: told['document-uri'],
  blockedURL: told['blocked-uri'],
  sourceFile: told['source-file'],
  sample: told['script-sample'],
  lineNumber: told['line-number'],
})

const parsed = z.union([
  current.transform((list) => list.map(({ body }) => body)),
  old.transform((one) => [fromOld(one)]),
])

/** A keyword of the browser, a path of the product, or a foreign origin: the rest of an address may be a secret. */
function cleaned(address: string, ownOrigin: string): string {
  if (/^[a-z-]{1,40}$/.test(address)) return address
  if (!URL.canParse(address)) return ''
  const { origin, pathname, protocol } = new URL(address)
  if (origin === ownOrigin) return /^[\w/.-]*$/.test(pathname) ? pathname.slice(0, PATH_LENGTH) : '/…'
  return origin === 'null' ? protocol : origin.slice(0, PATH_LENGTH)
}

/** Of a refused text only where it was about to go: the text may be the visitor's. */
const sinkOf = ({ effectiveDirective, sample }: Told): string | undefined =>
  effectiveDirective === 'require-trusted-types-for' ? /^[\w ]{1,60}(?=\|)/.exec(sample)?.[0] : undefined

function reportOf(told: Told, ownOrigin: string): Omit<PolicyReport, 'unwritten'> {
  return {
    directive: told.effectiveDirective,
    page: cleaned(told.documentURL, ownOrigin),
    blocked: sinkOf(told) ?? cleaned(told.blockedURL, ownOrigin),
    source: cleaned(told.sourceFile, ownOrigin),
    line: told.lineNumber,
  }
}

/** Lets one of equal reports through in a minute, with the number of those that were held back before it. */
export function onceAMinute(clock: () => Date) {
  const kinds = new Map<string, { until: number; heldBack: number }>()
  return (kind: string): number | undefined => {
    const now = clock().getTime()
    const known = kinds.get(kind)
    if (known !== undefined && known.until > now) {
      known.heldBack += 1
      return undefined
    }
    if (known === undefined && kinds.size >= MOST_KINDS)
      for (const [name, { until }] of kinds) if (until <= now) kinds.delete(name)
    if (known === undefined && kinds.size >= MOST_KINDS) return undefined
    kinds.set(kind, { until: now + MINUTE_MS, heldBack: 0 })
    return known?.heldBack ?? 0
  }
}

type Deps = {
  publicUrl: string
  admit: (client: Client) => Promise<void>
  note: (report: PolicyReport) => void
  clock: () => Date
}

/** Takes what browsers report of the pages' policy: our mistakes, and what others tried in our pages. */
export function addPolicyReports(app: FastifyInstance, { publicUrl, admit, note, clock }: Deps): void {
  const ownOrigin = new URL(publicUrl).origin
  const mayBeWritten = onceAMinute(clock)
  // Only here these kinds of content are read.
  void app.register(async (scope) => {
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, parseJson)
    scope.route({
      method: 'POST',
      url: REPORT_PATH,
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: ({ client }) => admit(client),
      handler: async (request, reply) => {
        const { success, data } = parsed.safeParse(request.body)
        if (!success) throw new AppError('invalid_request')
        for (const told of data) {
          const report = reportOf(told, ownOrigin)
          const unwritten = mayBeWritten(JSON.stringify(report))
          if (unwritten !== undefined) note({ ...report, unwritten })
        }
        return reply.code(204).header('cache-control', 'no-store').send()
      },
    })
  })
}
