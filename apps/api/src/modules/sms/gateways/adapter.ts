import * as z from 'zod'
import { PARTNER_CLOCK_MS } from '#platform/clock.ts'
import { sameBytes } from '#platform/keyring.ts'

export type SmsMessage = {
  /** E.164 */
  to: string
  text: string
  /** The name by which the gateway knows the message. */
  idempotencyKey: string
  /** After that it is worth nothing: the network need not deliver it any more. */
  lifeSeconds: number
  /** The address to which the gateway reports what became of it; none where it does not. */
  reportUrl?: string | undefined
}

/**
 * refused: certainly not sent, and it never will be; account: certainly not sent, because of the operator's key, credit or rights;
 * not_taken: certainly not sent, another try may help; unknown: it may be on its way.
 */
export const SMS_OUTCOMES = ['accepted', 'refused', 'account', 'not_taken', 'unknown'] as const
export type SmsOutcome = (typeof SMS_OUTCOMES)[number]

export type SmsAccess = {
  url: string
  /** The account or API key; not every gateway has it. */
  account: string
  token: string
  sender: string
}
type SmsRequest = { path?: string; headers?: Record<string, string> } & (
  | { form: Record<string, string> }
  | { json: object }
)

/** The meaning of an answer, and the gateway's own code for the log. */
export type SmsAnswer = {
  outcome: SmsOutcome
  code?: string | undefined
  /** The gateway's name of the message, where its reports know no other. */
  theirId?: string | undefined
}

export const REPORT_STATES = ['sent', 'undelivered', 'delivered'] as const
export type ReportState = (typeof REPORT_STATES)[number]
/** off: the phone is off or away; number: nobody has it; blocked: by the network; account: the operator's; other. */
export const REPORT_WHYS = ['off', 'number', 'blocked', 'account', 'other'] as const
export type ReportWhy = (typeof REPORT_WHYS)[number]
export type SmsReport = { state: ReportState; why: ReportWhy | null }

/** A message of a gateway as it came. `url`: by the product's public address, whatever the message calls us. */
export type ReportMessage = {
  method: string
  url: string
  rawBody: string
  /** The fields of a form, a query or JSON. */
  fields: unknown
  headers: Readonly<Record<string, unknown>>
}
/** token: our credential at the gateway; secret: what it signs with, where that is another one. */
export type ReportSecrets = { token: string; secret: string | undefined }
/** The report, if the message has one, and the gateway's own name of the message, where the address does not name it. */
type ReadReport = { report: SmsReport | undefined; theirId?: string }

/** One gateway: the settings that it needs, how it is called, and how it reports. */
export type SmsAdapter = {
  /** Its address, where all customers share one. */
  url?: string
  needs: readonly ('SMS_URL' | 'SMS_ACCOUNT' | 'SMS_TOKEN' | 'SMS_SENDER')[]
  /** True where it delivers a key once, however often it is asked. */
  deliversKeyOnce: boolean
  request: (message: SmsMessage, access: SmsAccess) => SmsRequest
  /** Reads an answer that is not an HTTP error; undefined: it is no JSON. */
  read: (answer: unknown) => SmsAnswer
  /** The field of an HTTP error that names its cause. */
  errorCode?: z.ZodType<string>
  /** The meaning of the gateway's error codes; any other one is `refused`. */
  codes: Readonly<Record<string, SmsOutcome>>
  /** Those that refuse our credentials. Any other one may be given for some numbers alone: the gateway takes the SMS of others. */
  credentials: readonly string[]
  isGenuine: (message: ReportMessage, secrets: ReportSecrets, now: Date) => boolean
  /** @returns undefined for a message that is not well formed */
  readReport: (fields: unknown) => ReadReport | undefined
  /** Reports of all messages come to one address: a signature alone proves the sender, and without its secret none is expected. */
  hasOneAddress?: true
}

/** A code or id: some gateways send numbers, or change between the two. */
export const scalar = z.union([z.string(), z.number()]).transform(String)
export const withoutPlus = (number: string): string => number.replace(/^\+/, '')
/** Gives each of the codes one meaning. */
export const allAre = (outcome: SmsOutcome, codes: string): Record<string, SmsOutcome> =>
  Object.fromEntries(codes.split(' ').map((code) => [code, outcome]))

export const isNow = (seconds: string, now: Date): boolean =>
  /^[0-9]{1,11}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1_000) <= PARTNER_CLOCK_MS

export const isSame = (right: string, given: unknown): boolean =>
  typeof given === 'string' && sameBytes(Buffer.from(right), Buffer.from(given))

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * Lists the forms in which a gateway may have signed an address: as it is, without its port, and with the default one. Gateways sign any
 * of them, and their libraries accept each; all lead to the same host and path.
 */
export function signedForms(url: string): string[] {
  const { protocol, hostname, host } = new URL(url)
  const rest = url.slice(url.indexOf(host) + host.length)
  return [url, `${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${PORTS[protocol]}${rest}`]
}

export const textFields = z.record(z.string(), scalar)
/** Sorts by the bytes of the names, as the gateways do. */
export const sorted = (fields: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))

/** The gateway's words for each of our states, and its codes for each of our reasons. */
type Words<Ours extends string> = Partial<Record<Ours, string>>
export const ours = <Ours extends string>(words: Words<Ours>, theirs: string): Ours | undefined =>
  (Object.keys(words) as Ours[]).find((key) => words[key]?.split(' ').includes(theirs))

/** A word that we don't know is no report. */
export function reportOf(words: Words<ReportState>, theirs: string, why: ReportWhy | undefined): SmsReport | undefined {
  const state = ours(words, theirs)
  return state && { state, why: state === 'undelivered' ? (why ?? 'other') : null }
}
