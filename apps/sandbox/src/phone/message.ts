import * as z from 'zod'

const phoneNumber = z.string().regex(/^\+[1-9][0-9]{6,14}$/)

export const message = z.object({
  id: z.string(),
  to: phoneNumber,
  text: z.string(),
  received_at: z.iso.datetime(),
  idempotency_key: z.string(),
  /** Its phone had no reception. */
  lost: z.boolean().optional(),
})
export type Message = z.infer<typeof message>

export const delivery = z.object({
  to: phoneNumber,
  text: z.string().min(1).max(1_600),
  idempotency_key: z.string().min(1).max(255),
  report_url: z.url().optional(),
})

/** Tells numbers to which no delivery succeeds. */
export const isUnreachable = (number: string): boolean => number.endsWith('0000')

const CODE = /(?<!\w)(?:[0-9]{6}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})(?!\w)/

export const findCode = (text: string): string | undefined => CODE.exec(text)?.[0]

/** Splits a text so that links have odd places. */
export const LINK = /(https?:\/\/\S+)/

const BOUND = /\n+(@[^\s#]+ #\S+)\s*$/

/** Splits off the last line, which binds the code to an address for the browser. */
export function splitText(text: string): { words: string; bound: string | undefined } {
  const match = BOUND.exec(text)
  return match ? { words: text.slice(0, match.index), bound: match[1] } : { words: text, bound: undefined }
}

/** Reads a number from an address, where its plus may have become a space. */
export function readNumber(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const digits = value.replaceAll(/[^0-9]/g, '')
  const number = phoneNumber.safeParse(`+${digits}`)
  return number.success ? number.data : undefined
}

const GERMAN = /^\+49(15[0-9]{2}|[0-9]{3})([0-9]+)$/
const OTHER = /(\+[0-9]{2})([0-9]{3})([0-9]{3})([0-9]*)/

/** Groups digits, of German numbers as the product does. */
export function formatNumber(number: string): string {
  const german = GERMAN.exec(number)
  if (german) return `+49 ${german.slice(1).join(' ')}`
  return number.replace(OTHER, '$1 $2 $3 $4').trim()
}
