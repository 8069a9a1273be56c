import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { StartupError } from '../platform/startup-error.ts'

const share = z.number().min(0).max(1)
const cents = z.number().min(0)
const country = z.string().regex(/^[A-Z]{2}$/)

/** The pools of the day's money. */
const POOLS = ['proven', 'trusted', 'other', 'reset', 'spare'] as const

/** The settings of the operator's file. An unknown name is a mistake, never ignored. */
const changes = z.strictObject({
  homeCountries: z.array(country).optional(),
  blockedPrefixes: z.array(z.string().regex(/^\+[1-9][0-9]{0,14}$/)).optional(),
  centsPerDay: cents.optional(),
  shares: z.partialRecord(z.enum(POOLS), share).optional(),
  centsPerSms: z.record(z.union([country, z.literal('other')]), cents).optional(),
})

export type SmsLimitsFile = z.output<typeof changes>

/** @throws StartupError naming the file and the place that is wrong */
export function readSmsLimitChanges(path: string | undefined): SmsLimitsFile {
  if (path === undefined) return {}
  const wrong = (what: string) => new StartupError(`The file ${path} (SMS_LIMITS_FILE) ${what}.`)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw wrong(code === undefined ? 'is not JSON' : `can't be read: ${code}`)
  }
  const parsed = changes.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw wrong(`is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unreadable'}`)
}
