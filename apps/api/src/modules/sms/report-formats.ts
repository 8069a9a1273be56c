import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import { PARTNER_CLOCK_MS } from '../../platform/clock.ts'
import { sameBytes } from '../../platform/keyring.ts'
import type { SmsGatewayName } from './presets.ts'

export const REPORT_STATES = ['sent', 'undelivered', 'delivered'] as const
export type ReportState = (typeof REPORT_STATES)[number]
/** off: the phone is off or away; number: nobody has it; blocked: by the network; account: the operator's; other. */
export const REPORT_WHYS = ['off', 'number', 'blocked', 'account', 'other'] as const
export type ReportWhy = (typeof REPORT_WHYS)[number]
export type Report = { state: ReportState; why: ReportWhy | null }

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
/** The report, if there is one in it, and the gateway's own name of the message, where the address does not name it. */
export type ReadReport = { report: Report | undefined; theirId?: string }

type ReportFormat = {
  isGenuine: (message: ReportMessage, secrets: ReportSecrets, now: Date) => boolean
  /** @returns undefined for a message that is not well formed */
  read: (fields: unknown) => ReadReport | undefined
  /** The account's reports come to one address, which names no message: their signature alone tells who sent them. */
  hasOneAddress?: true
}

const isNow = (seconds: string, now: Date): boolean =>
  /^[0-9]{1,11}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1_000) <= PARTNER_CLOCK_MS

const isSame = (right: string, given: unknown): boolean =>
  typeof given === 'string' && sameBytes(Buffer.from(right), Buffer.from(given))

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * Lists the forms in which a gateway may have signed an address: as it is, without its port, and with the default one. Gateways sign any
 * of them, and their libraries accept each; all lead to the same host and path.
 */
function signedForms(url: string): string[] {
  const { protocol, hostname, host } = new URL(url)
  const rest = url.slice(url.indexOf(host) + host.length)
  return [url, `${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${PORTS[protocol]}${rest}`]
}

const scalar = z.union([z.string(), z.number()]).transform(String)
const textFields = z.record(z.string(), scalar)
/** By the bytes of the names, as the gateways sort them. */
const sorted = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))

/** The gateway's words for each of our states, and its codes for each of our reasons. */
type Words<Ours extends string> = Partial<Record<Ours, string>>
const ours = <Ours extends string>(words: Words<Ours>, theirs: string): Ours | undefined =>
  (Object.keys(words) as Ours[]).find((key) => words[key]?.split(' ').includes(theirs))

/** A word that we don't know is no report. */
function reportOf(words: Words<ReportState>, theirs: string, why: ReportWhy | undefined): Report | undefined {
  const state = ours(words, theirs)
  return state && { state, why: state === 'undelivered' ? (why ?? 'other') : null }
}

const genericFields = z.object({ state: z.enum(REPORT_STATES), why: z.enum(REPORT_WHYS).default('other') })

const generic: ReportFormat = {
  isGenuine: ({ headers }, { token }) => isSame(`Bearer ${token}`, headers['authorization']),
  read(fields) {
    const { data } = genericFields.safeParse(fields)
    return data && { report: { state: data.state, why: data.state === 'undelivered' ? data.why : null } }
  },
}

const TWILIO = {
  sent: 'queued accepted scheduled sending sent partially_delivered',
  undelivered: 'undelivered failed canceled',
  delivered: 'delivered read',
}
const TWILIO_WHYS = { off: '30003 30036', number: '30005 30006', blocked: '30004 30007 21610', account: '30002' }
const twilioFields = z.object({ MessageStatus: z.string(), ErrorCode: scalar.nullish() })

const twilio: ReportFormat = {
  isGenuine({ url, fields, headers }, { token }) {
    const { data = {} } = textFields.safeParse(fields)
    const values = sorted(data).reduce((all, [name, value]) => all + name + value, '')
    const rightFor = (form: string) =>
      createHmac('sha1', token)
        .update(form + values)
        .digest('base64')
    return signedForms(url).some((form) => isSame(rightFor(form), headers['x-twilio-signature']))
  },
  read(fields) {
    const { data } = twilioFields.safeParse(fields)
    return data && { report: reportOf(TWILIO, data.MessageStatus, ours(TWILIO_WHYS, data.ErrorCode ?? '')) }
  },
}

const VONAGE = { sent: 'accepted buffered', undelivered: 'failed rejected expired', delivered: 'delivered' }
/** With a code of an error. */
const VONAGE_FAILED = { sent: VONAGE.sent, undelivered: `${VONAGE.undelivered} unknown` }
const VONAGE_WHYS = { off: '2 7', number: '3 5 12', blocked: '4 6 9 13 14', account: '11' }
const vonageFields = z.object({ status: z.string(), 'err-code': scalar.nullish() })

const vonage: ReportFormat = {
  /** Without a secret they are not signed, and the address, which nobody can guess, tells that it is ours. */
  isGenuine({ fields }, { secret }, now) {
    if (secret === undefined) return true
    const { sig = '', ...rest } = textFields.safeParse(fields).data ?? {}
    const text = sorted(rest).map(([name, value]) => `&${name}=${value.replaceAll(/[&=]/g, '_')}`)
    const right = createHmac('sha256', secret).update(text.join('')).digest('hex')
    return isSame(right, sig.toLowerCase()) && (rest['timestamp'] === undefined || isNow(rest['timestamp'], now))
  },
  read(fields) {
    const { data } = vonageFields.safeParse(fields)
    if (data === undefined) return undefined
    const { status } = data
    const code = data['err-code'] || '0'
    const why = ours(VONAGE_WHYS, code) ?? (status === 'expired' ? 'off' : 'other')
    return { report: reportOf(code === '0' ? VONAGE : VONAGE_FAILED, status, why) }
  },
}

/** By group, slash, id. Group 1 is on its way, 3/2 handed to the operator; 4/29 expired without a word of the network. */
const INFOBIP = { sent: '1 3/2', undelivered: '2 4 5', delivered: '3/5' }
const INFOBIP_WHYS = { number: '8', blocked: '10 14', account: '6 11 12 13 17 18 19' }
const infobipStatus = z.object({ groupId: z.number(), id: z.number().nullish() })
const infobipFields = z.object({ results: z.array(z.object({ status: infobipStatus })).min(1) })

const infobip: ReportFormat = {
  // They sign nothing: the address, which nobody can guess, tells that it is ours.
  isGenuine: () => true,
  read(fields) {
    const status = infobipFields.safeParse(fields).data?.results[0]?.status
    if (status === undefined) return undefined
    const { groupId, id } = status
    const why = ours(INFOBIP_WHYS, String(id)) ?? (groupId === 4 ? 'off' : 'other')
    const isWhole = groupId !== 3 && id !== 29
    return { report: reportOf(INFOBIP, isWhole ? String(groupId) : `${groupId}/${id}`, why) }
  },
}

const SEVEN = {
  sent: 'TRANSMITTED ACCEPTED BUFFERED',
  undelivered: 'NOTDELIVERED EXPIRED REJECTED FAILED',
  delivered: 'DELIVERED',
}
const SEVEN_WHYS = { off: 'EXPIRED', number: 'NOTDELIVERED', blocked: 'REJECTED' }
const sevenHeaders = z.object({ 'x-timestamp': z.string(), 'x-nonce': z.string() })
const sevenFields = z.object({ webhook_event: z.string(), data: z.object({ msg_id: scalar, status: z.string() }) })

const seven: ReportFormat = {
  hasOneAddress: true,
  isGenuine({ method, url, rawBody, headers }, { secret }, now) {
    const { data } = sevenHeaders.safeParse(headers)
    if (secret === undefined || data === undefined || !isNow(data['x-timestamp'], now)) return false
    const { 'x-timestamp': at, 'x-nonce': nonce } = data
    // Their rule: the digest names the body, the keyed hash around it is what nobody can forge.
    const digest = createHash('md5').update(rawBody).digest('hex')
    const textOf = (form: string) => [at, nonce, method, form, digest].join('\n')
    const rightFor = (form: string) => createHmac('sha256', secret).update(textOf(form)).digest('hex')
    return signedForms(url).some((form) => isSame(rightFor(form), headers['x-signature']))
  },
  read(fields) {
    const { data } = sevenFields.safeParse(fields)
    if (data === undefined) return undefined
    const { msg_id: theirId, status } = data.data
    const report = reportOf(SEVEN, status, ours(SEVEN_WHYS, status))
    return { report: data.webhook_event === 'dlr' ? report : undefined, theirId }
  },
}

/** How gateways report. */
export const REPORT_FORMATS: Partial<Record<SmsGatewayName, ReportFormat>> = { generic, twilio, vonage, infobip, seven }
