import { VENDOR_OUTCOMES } from '@avouch/contract'
import * as z from 'zod'
import type { Fields } from '../http/server.ts'

const MAX_DELAY_SECONDS = 600
const MAX_WORD = 60

/**
 * How a report travels. late: held back until the next one about the check was sent; reversed: followed by one that is
 * older; lost: never sent.
 */
export const WAYS = ['once', 'twice', 'late', 'reversed', 'lost'] as const
export type Way = (typeof WAYS)[number]

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
export type Travel = Pick<Plan, 'way' | 'delaySeconds'>

/** Reads a form. */
export const readPlan = ({ delay, ...fields }: Fields): Plan => plan.parse({ ...fields, delaySeconds: delay })

export const planOfCookie = (cookie = ''): Plan => readPlan(Object.fromEntries(new URLSearchParams(cookie)))

export const planAsCookie = ({ status, way, delaySeconds }: Plan): string =>
  new URLSearchParams({ status: status ?? '', way, delay: String(delaySeconds) }).toString()

/** What a tester calls the document that is shown. */
export const readDocument = ({ document = '' }: Fields): string | undefined =>
  document.trim().slice(0, MAX_WORD) || undefined
