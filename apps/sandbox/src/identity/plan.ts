import type { VendorOutcome } from '@avouch/contract'
import { isOutcome, WAYS, type Way } from './checks.ts'
import type { Travel } from './reports.ts'

/** How the checks of one browser end. Without a status the visitor chooses. */
export type Plan = Travel & { status: VendorOutcome | undefined }

const MAX_DELAY_SECONDS = 600
const isWay = (value: unknown): value is Way => WAYS.some((way) => way === value)

/** Reads a form or a cookie; what is not plainly a choice is none. */
export function readPlan(fields: Record<string, unknown>): Plan {
  const { status, way, delay } = fields
  const seconds = typeof delay === 'string' && /^\d{1,3}$/.test(delay) ? Number(delay) : 0
  return {
    status: isOutcome(status) ? status : undefined,
    way: isWay(way) ? way : 'once',
    delaySeconds: Math.min(seconds, MAX_DELAY_SECONDS),
  }
}

export const planOfCookie = (cookie: string | undefined): Plan =>
  readPlan(Object.fromEntries(new URLSearchParams(cookie ?? '')))

export const planAsCookie = ({ status, way, delaySeconds }: Plan): string =>
  new URLSearchParams({ status: status ?? '', way, delay: String(delaySeconds) }).toString()
