import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { forAddresses, SMS_LIMITS, type SmsLimits } from '../modules/sms/index.ts'
import { StartupError } from '../platform/startup-error.ts'

const count = z.number().int().min(0)
const share = z.number().min(0).max(1)
const cents = z.number().min(0)
const country = z.string().regex(/^[A-Z]{2}$/)

/** What the operator's file may say; what it leaves out is as it comes. An unknown name is a mistake, never ignored. */
const changes = z.strictObject({
  homeCountries: z.array(country).optional(),
  blockedPrefixes: z.array(z.string().regex(/^\+[1-9][0-9]{0,14}$/)).optional(),
  number: z
    .strictObject({
      perHour: count.optional(),
      perDayInUnknownBrowsers: count.optional(),
      perDay: count.optional(),
      noticesPerDay: count.optional(),
    })
    .optional(),
  neighbours: z.strictObject({ perHour: count.optional() }).optional(),
  browser: z.strictObject({ perHour: count.optional(), perDay: count.optional() }).optional(),
  address: z
    .strictObject({
      perHour: count.optional(),
      perDay: count.optional(),
      verifiedShareOfHour: share.optional(),
      newCountriesPerDay: count.optional(),
    })
    .optional(),
  network: z.strictObject({ perHour: count.optional() }).optional(),
  countryPerDay: z
    .strictObject({ home: count.optional(), europe: count.optional(), other: count.optional() })
    .optional(),
  verifiedShare: share.optional(),
  recoveriesPerDay: count.optional(),
  centsPerDay: cents.optional(),
  reserveShare: share.optional(),
  centsPerSms: z.record(z.union([country, z.literal('other')]), cents).optional(),
})

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merged = (base: object, given: object): object =>
  Object.fromEntries(
    Object.entries({ ...base, ...given }).map(([name, value]) => {
      const before: unknown = Reflect.get(base, name)
      return [name, isGroup(before) && isGroup(value) ? { ...before, ...value } : value]
    }),
  )

/**
 * What the file names is as it says; the factor is for the limits of addresses that come with the product.
 * @throws StartupError naming the file and the place that is wrong
 */
export function readSmsLimits(path: string | undefined, factor: number): SmsLimits {
  const base = forAddresses(SMS_LIMITS, factor)
  if (path === undefined) return base
  const wrong = (what: string) => new StartupError(`The file ${path} (SMS_LIMITS_FILE) ${what}.`)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw wrong(code === undefined ? 'is not JSON' : `can't be read: ${code}`)
  }
  const parsed = changes.safeParse(given)
  if (parsed.success) return merged(base, parsed.data) as SmsLimits
  const issue = parsed.error.issues[0]
  throw wrong(`is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unreadable'}`)
}
