import { createHash, createHmac } from 'node:crypto'
import { MINUTE_MS } from '@avouch/contract'
import * as z from 'zod'
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

const TOLERANCE_MS = 5 * MINUTE_MS
const isNow = (seconds: string, now: Date): boolean =>
  /^[0-9]{1,11}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1_000) <= TOLERANCE_MS

const isSame = (right: string, given: unknown): boolean =>
  typeof given === 'string' && sameBytes(Buffer.from(right), Buffer.from(given))

const scalar = z.union([z.string(), z.number()]).transform(String)
const textFields = z.record(z.string(), scalar)
/** By the bytes of the names, as the gateways sort them. */
const sorted = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))

const SENT: Report = { state: 'sent', why: null }
const DELIVERED: Report = { state: 'delivered', why: null }
const undelivered = (why: ReportWhy = 'other'): Report => ({ state: 'undelivered', why })
const whysOf = (codes: Partial<Record<ReportWhy, readonly (string | number)[]>>): ReadonlyMap<string, ReportWhy> =>
  new Map(Object.entries(codes).flatMap(([why, all]) => all.map((code) => [String(code), why as ReportWhy] as const)))

const TWILIO_WHYS = whysOf({
  off: [30_003, 30_036],
  number: [30_005, 30_006],
  blocked: [30_004, 30_007, 21_610],
  account: [30_002],
})
const TWILIO_SENT = ['queued', 'accepted', 'scheduled', 'sending', 'sent', 'partially_delivered']
const twilioFields = z.object({ MessageStatus: z.string(), ErrorCode: scalar.optional() })

const twilio: ReportFormat = {
  isGenuine({ url, fields, headers }, { token }) {
    const { data = {} } = textFields.safeParse(fields)
    const text = sorted(data).reduce((all, [name, value]) => all + name + value, url)
    return isSame(createHmac('sha1', token).update(text).digest('base64'), headers['x-twilio-signature'])
  },
  read(fields) {
    const { data } = twilioFields.safeParse(fields)
    if (data === undefined) return undefined
    const { MessageStatus: status, ErrorCode: code = '' } = data
    if (TWILIO_SENT.includes(status)) return { report: SENT }
    if (['delivered', 'read'].includes(status)) return { report: DELIVERED }
    const failed = ['undelivered', 'failed', 'canceled'].includes(status)
    return { report: failed ? undelivered(TWILIO_WHYS.get(code)) : undefined }
  },
}

const VONAGE_WHYS = whysOf({ off: [2, 7], number: [3, 5, 12], blocked: [4, 6, 9, 13, 14], account: [11] })
const vonageFields = z.object({ status: z.string(), 'err-code': scalar.optional() })

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
    const { status, 'err-code': code = '0' } = data
    if (['accepted', 'buffered'].includes(status)) return { report: SENT }
    if (status === 'delivered' && code === '0') return { report: DELIVERED }
    const failed = ['failed', 'rejected', 'expired'].includes(status) || (status === 'unknown' && code !== '0')
    return {
      report: failed ? undelivered(VONAGE_WHYS.get(code) ?? (status === 'expired' ? 'off' : 'other')) : undefined,
    }
  },
}

const INFOBIP_WHYS = whysOf({ number: [8], blocked: [10, 14], account: [6, 11, 12, 13, 17, 18, 19] })
/** Their own networks: handed to the operator, delivered to the phone, expired without a word of the network. */
const [TO_OPERATOR, TO_HANDSET, NOTHING_KNOWN] = [2, 5, 29]
const infobipFields = z.object({
  results: z.array(z.object({ status: z.object({ groupId: z.number(), id: z.number() }) })).min(1),
})

const infobip: ReportFormat = {
  // They sign nothing: the address, which nobody can guess, tells that it is ours.
  isGenuine: () => true,
  read(fields) {
    const status = infobipFields.safeParse(fields).data?.results[0]?.status
    if (status === undefined) return undefined
    const { groupId, id } = status
    if (id === TO_OPERATOR || groupId === 1) return { report: SENT }
    if (id === TO_HANDSET) return { report: DELIVERED }
    const failed = [2, 4, 5].includes(groupId) && id !== NOTHING_KNOWN
    return {
      report: failed ? undelivered(INFOBIP_WHYS.get(String(id)) ?? (groupId === 4 ? 'off' : 'other')) : undefined,
    }
  },
}

const SEVEN: Readonly<Record<string, Report>> = {
  TRANSMITTED: SENT,
  ACCEPTED: SENT,
  BUFFERED: SENT,
  DELIVERED,
  NOTDELIVERED: undelivered('number'),
  EXPIRED: undelivered('off'),
  REJECTED: undelivered('blocked'),
  FAILED: undelivered('other'),
}
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
    const right = createHmac('sha256', secret).update([at, nonce, method, url, digest].join('\n')).digest('hex')
    return isSame(right, headers['x-signature'])
  },
  read(fields) {
    const { data } = sevenFields.safeParse(fields)
    if (data === undefined) return undefined
    const { msg_id: theirId, status } = data.data
    return { report: data.webhook_event === 'dlr' ? SEVEN[status] : undefined, theirId }
  },
}

/** How gateways report; the generic one does not. */
export const REPORT_FORMATS: Partial<Record<SmsGatewayName, ReportFormat>> = { twilio, vonage, infobip, seven }
