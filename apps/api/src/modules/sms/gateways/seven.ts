import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import {
  allAre,
  isNow,
  isSame,
  ours,
  reportOf,
  scalar,
  signedForms,
  type SmsAdapter,
  type SmsOutcome,
} from './adapter.ts'

const message = z.object({ success: z.boolean().nullish(), id: scalar.nullish() })
const answer = z.union([
  z.object({ success: scalar, messages: z.array(message).nullish() }),
  scalar.transform((success) => ({ success, messages: undefined })),
])
/** Everything else is final. 402: the same text went to the same number a moment ago. 600, 700: their carrier, their own error. */
const CODES: Readonly<Record<string, SmsOutcome>> = {
  100: 'accepted',
  402: 'accepted',
  600: 'unknown',
  700: 'unknown',
  ...allAre('account', '500 900 902 903'),
}

const STATES = {
  sent: 'TRANSMITTED ACCEPTED BUFFERED',
  undelivered: 'NOTDELIVERED EXPIRED REJECTED FAILED',
  delivered: 'DELIVERED',
}
const WHYS = { off: 'EXPIRED', number: 'NOTDELIVERED', blocked: 'REJECTED' }
const signature = z.object({ 'x-timestamp': z.string(), 'x-nonce': z.string() })
const report = z.object({ webhook_event: z.string(), data: z.object({ msg_id: scalar, status: z.string() }) })

export const seven: SmsAdapter = {
  url: 'https://gateway.seven.io',
  needs: ['SMS_TOKEN', 'SMS_SENDER'],
  deliversKeyOnce: false,
  request: ({ to, text, idempotencyKey, lifeSeconds }, { token, sender }) => ({
    path: '/api/sms',
    headers: { 'x-api-key': token },
    json: {
      to,
      text,
      from: sender,
      ttl: Math.ceil(lifeSeconds / 60),
      foreign_id: idempotencyKey.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64),
    },
  }),
  /** Refusals come as 200: a code alone, or a code and the outcome for each number. */
  read(given) {
    const { data } = answer.safeParse(given)
    if (data === undefined) return { outcome: 'unknown' }
    const failed = data.messages?.some(({ success }) => success === false) === true
    const outcome = CODES[data.success] ?? 'refused'
    const theirId = data.messages?.[0]?.id ?? undefined
    return { outcome: outcome === 'accepted' && failed ? 'refused' : outcome, code: data.success, theirId }
  },
  codes: CODES,
  // The key, its rights, and our address.
  credentials: ['900', '902', '903'],

  hasOneAddress: true,
  isGenuine({ method, url, rawBody, headers }, { secret }, now) {
    const { data } = signature.safeParse(headers)
    if (secret === undefined || data === undefined || !isNow(data['x-timestamp'], now)) return false
    const { 'x-timestamp': at, 'x-nonce': nonce } = data
    // Their rule: the digest names the body, the keyed hash around it is what nobody can forge.
    const digest = createHash('md5').update(rawBody).digest('hex')
    const textOf = (form: string) => [at, nonce, method, form, digest].join('\n')
    const rightFor = (form: string) => createHmac('sha256', secret).update(textOf(form)).digest('hex')
    return signedForms(url).some((form) => isSame(rightFor(form), headers['x-signature']))
  },
  readReport(fields) {
    const { data } = report.safeParse(fields)
    if (data === undefined) return undefined
    const { msg_id: theirId, status } = data.data
    const state = reportOf(STATES, status, ours(WHYS, status))
    return { report: data.webhook_event === 'dlr' ? state : undefined, theirId }
  },
}
