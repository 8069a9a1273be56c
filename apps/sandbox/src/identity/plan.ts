import { VENDOR_OUTCOMES } from '@avouch/contract'
import * as z from 'zod'
import { WAYS } from './checks.ts'

const MAX_DELAY_SECONDS = 600

/** What is not plainly a choice is none. Without a status the visitor chooses. */
const plan = z.object({
  status: z.enum(VENDOR_OUTCOMES).optional().catch(undefined),
  way: z.enum(WAYS).catch('once'),
  delaySeconds: z.coerce
    .number()
    .int()
    .min(0)
    .catch(0)
    .transform((seconds) => Math.min(seconds, MAX_DELAY_SECONDS)),
})
/** How the checks of one browser end. */
export type Plan = z.infer<typeof plan>

/** Reads a form. */
export const readPlan = ({ delay, ...fields }: Record<string, unknown>): Plan =>
  plan.parse({ ...fields, delaySeconds: delay })

export const planOfCookie = (cookie = ''): Plan => readPlan(Object.fromEntries(new URLSearchParams(cookie)))

export const planAsCookie = ({ status, way, delaySeconds }: Plan): string =>
  new URLSearchParams({ status: status ?? '', way, delay: String(delaySeconds) }).toString()
