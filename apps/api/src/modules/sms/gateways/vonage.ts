import { createHmac } from 'node:crypto'
import * as z from 'zod'
import {
  allAre,
  isNow,
  isSame,
  ours,
  reportOf,
  scalar,
  type SmsAdapter,
  type SmsOutcome,
  sorted,
  textFields,
  withoutPlus,
} from './adapter.ts'

const answer = z.object({ messages: z.array(z.object({ status: scalar })).min(1) })
/** Everything else is final. 1: too fast, 5: their own error, 10: too many connections. */
const CODES: Readonly<Record<string, SmsOutcome>> = {
  0: 'accepted',
  1: 'not_taken',
  5: 'unknown',
  10: 'not_taken',
  ...allAre('account', '4 8 9 11 14 15 23 29 32'),
}
/** Matches texts that GSM 7 bit, the oldest alphabet of phones, can encode. */
const isPlain = (text: string) => /^[\n\x20-\x5f\x61-\x7aäöüÄÖÜß]*$/.test(text)

const STATES = { sent: 'accepted buffered', undelivered: 'failed rejected expired', delivered: 'delivered' }
/** With a code of an error. */
const FAILED_STATES = { sent: STATES.sent, undelivered: `${STATES.undelivered} unknown` }
const WHYS = { off: '2 7', number: '3 5 12', blocked: '4 6 9 13 14', account: '11' }
const report = z.object({ status: z.string(), 'err-code': scalar.nullish() })

export const vonage: SmsAdapter = {
  url: 'https://rest.nexmo.com',
  needs: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'],
  deliversKeyOnce: false,
  request: ({ to, text, idempotencyKey, lifeSeconds, reportUrl }, { account, token, sender }) => ({
    path: '/sms/json',
    form: {
      api_key: account,
      api_secret: token,
      from: sender,
      to: withoutPlus(to),
      text,
      type: isPlain(text) ? 'text' : 'unicode',
      ttl: String(lifeSeconds * 1_000),
      'client-ref': idempotencyKey.slice(0, 40),
      ...(reportUrl !== undefined && { callback: reportUrl }),
    },
  }),
  /** Refusals come as 200: the status is that of each part of the message. */
  read(given) {
    const statuses = [...new Set(answer.safeParse(given).data?.messages.map(({ status }) => status))]
    const [first, ...others] = statuses
    if (first === undefined || others.length > 0) return { outcome: 'unknown', code: statuses.join(' ') }
    return { outcome: CODES[first] ?? 'refused', code: first }
  },
  codes: CODES,
  // Key or secret, signature, and one of them where the other one is wanted.
  credentials: ['4', '14', '32'],

  /** Without a secret reports are not signed: the unguessable address authenticates them. */
  isGenuine({ fields }, { secret }, now) {
    if (secret === undefined) return true
    const { sig = '', ...rest } = textFields.safeParse(fields).data ?? {}
    const text = sorted(rest).map(([name, value]) => `&${name}=${value.replaceAll(/[&=]/g, '_')}`)
    const right = createHmac('sha256', secret).update(text.join('')).digest('hex')
    return isSame(right, sig.toLowerCase()) && (rest['timestamp'] === undefined || isNow(rest['timestamp'], now))
  },
  readReport(fields) {
    const { data } = report.safeParse(fields)
    if (data === undefined) return undefined
    const { status } = data
    const code = data['err-code'] || '0'
    const why = ours(WHYS, code) ?? (status === 'expired' ? 'off' : 'other')
    return { report: reportOf(code === '0' ? STATES : FAILED_STATES, status, why) }
  },
}
