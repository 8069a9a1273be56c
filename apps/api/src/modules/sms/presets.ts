import * as z from 'zod'

export type SmsMessage = {
  /** E.164 */
  to: string
  text: string
  /** The name by which the gateway knows the message. */
  idempotencyKey: string
  /** After that it is worth nothing: the network need not deliver it any more. */
  lifeSeconds: number
}

/**
 * refused: certainly not sent, and it never will be; not_taken: certainly not sent, another try may help;
 * unknown: it may be on its way.
 */
export type SmsOutcome = 'accepted' | 'refused' | 'not_taken' | 'unknown'

export type SmsAccess = {
  url: string
  /** The provider's account or API key; not every one has it. */
  account: string
  token: string
  sender: string
}

/** The meaning of a provider's answer, and its own code for the log. */
export type Read = { outcome: SmsOutcome; code?: string | undefined }

/** How one provider is spoken to. */
export type SmsPreset = {
  /** True where it delivers a key once, however often it is asked. */
  deliversKeyOnce: boolean
  request: (message: SmsMessage, access: SmsAccess) => { url: string; headers: Record<string, string>; body: string }
  /** Reads an answer that is not an HTTP error. */
  read: (body: string) => Read
}

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

const withoutPlus = (number: string) => number.replace(/^\+/, '')
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const at = (base: string, path: string) => `${base.replace(/\/+$/, '')}${path}`

/** Tells texts of characters that every phone's oldest alphabet (GSM 7 bit) has. */
const isPlain = (text: string) => /^[\n\x20-\x5f\x61-\x7aäöüÄÖÜß]*$/.test(text)

function parsed<S extends z.ZodType>(shape: S, body: string): z.output<S> | undefined {
  try {
    return shape.parse(JSON.parse(body))
  } catch {
    // No JSON, or another one than the gateway documents.
    return undefined
  }
}

const generic: SmsPreset = {
  deliversKeyOnce: true,
  request: ({ to, text, idempotencyKey }, { url, token }) => ({
    url,
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: JSON.stringify({ to, text, idempotency_key: idempotencyKey }),
  }),
  read: () => ({ outcome: 'accepted' }),
}

/** The provider takes no longer one: four hours. */
const TWILIO_MOST_SECONDS = 14_400
const twilioAnswer = z.object({ status: z.string(), error_code: z.number().nullish() })

const twilio: SmsPreset = {
  deliversKeyOnce: false,
  request: ({ to, text, lifeSeconds }, { url, account, token, sender }) => ({
    url: at(url, `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`),
    headers: { ...FORM_TYPE, authorization: basic(account, token) },
    body: new URLSearchParams({
      To: to,
      // The id of a messaging service, or a number or name of one's own.
      [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
      Body: text,
      ValidityPeriod: String(Math.min(lifeSeconds, TWILIO_MOST_SECONDS)),
    }).toString(),
  }),
  read(body) {
    const answer = parsed(twilioAnswer, body)
    if (answer === undefined) return { outcome: 'unknown' }
    const { status, error_code } = answer
    const failed = ['failed', 'undelivered', 'canceled'].includes(status) || typeof error_code === 'number'
    return { outcome: failed ? 'refused' : 'accepted', code: String(error_code ?? status) }
  },
}

const vonageAnswer = z.object({ messages: z.array(z.object({ status: z.string() })).min(1) })
/** Everything else is final. 1: too fast, 5: their own error, 10: too many connections. */
const VONAGE: Partial<Record<string, SmsOutcome>> = { 0: 'accepted', 1: 'not_taken', 5: 'unknown', 10: 'not_taken' }

const vonage: SmsPreset = {
  deliversKeyOnce: false,
  request: ({ to, text, idempotencyKey, lifeSeconds }, { url, account, token, sender }) => ({
    url: at(url, '/sms/json'),
    headers: FORM_TYPE,
    body: new URLSearchParams({
      api_key: account,
      api_secret: token,
      from: sender,
      to: withoutPlus(to),
      text,
      type: isPlain(text) ? 'text' : 'unicode',
      ttl: String(lifeSeconds * 1_000),
      'client-ref': idempotencyKey.slice(0, 100),
    }).toString(),
  }),
  /** Refusals come as 200: each part of the message has a status of its own. */
  read(body) {
    const statuses = [...new Set(parsed(vonageAnswer, body)?.messages.map(({ status }) => status))]
    const [first, ...others] = statuses
    if (first === undefined || others.length > 0) return { outcome: 'unknown', code: statuses.join(' ') }
    return { outcome: VONAGE[first] ?? 'refused', code: first }
  },
}

const infobipAnswer = z.object({
  messages: z.array(z.object({ status: z.object({ groupId: z.number(), id: z.number().optional() }) })).min(1),
})
/** Groups: 0 all right, 1 on its way, 2 undeliverable, 3 delivered, 4 expired, 5 rejected. */
const INFOBIP: readonly SmsOutcome[] = ['accepted', 'accepted', 'refused', 'accepted', 'refused', 'refused']

const infobip: SmsPreset = {
  deliversKeyOnce: false,
  request: ({ to, text, lifeSeconds }, { url, token, sender }) => ({
    url: at(url, '/sms/3/messages'),
    headers: { ...JSON_TYPE, authorization: `App ${token}` },
    body: JSON.stringify({
      messages: [
        {
          sender,
          destinations: [{ to: withoutPlus(to) }],
          content: { text },
          options: { validityPeriod: { amount: lifeSeconds, timeUnit: 'SECONDS' } },
        },
      ],
    }),
  }),
  read(body) {
    const status = parsed(infobipAnswer, body)?.messages[0]?.status
    return { outcome: INFOBIP[status?.groupId ?? -1] ?? 'unknown', code: status && String(status.id ?? status.groupId) }
  },
}

const sevenCode = z.union([z.string(), z.number()]).transform(String)
const sevenAnswer = z.union([
  z.object({ success: sevenCode, messages: z.array(z.object({ success: z.boolean() })).optional() }),
  sevenCode.transform((success) => ({ success, messages: undefined })),
])
/** Everything else is final. 402: the same text went to the same number a moment ago. 600, 700: their carrier, their own error. */
const SEVEN: Partial<Record<string, SmsOutcome>> = { 100: 'accepted', 402: 'accepted', 600: 'unknown', 700: 'unknown' }

const seven: SmsPreset = {
  deliversKeyOnce: false,
  request: ({ to, text, idempotencyKey, lifeSeconds }, { url, token, sender }) => ({
    url: at(url, '/api/sms'),
    headers: { ...JSON_TYPE, 'x-api-key': token },
    body: JSON.stringify({
      to,
      text,
      from: sender,
      ttl: Math.ceil(lifeSeconds / 60),
      foreign_id: idempotencyKey.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64),
    }),
  }),
  /** Refusals come as 200: a code alone, or a code and the outcome for each number. */
  read(body) {
    const answer = parsed(sevenAnswer, body)
    if (answer === undefined) return { outcome: 'unknown' }
    const failed = answer.messages?.some(({ success }) => !success) === true
    const outcome = SEVEN[answer.success] ?? 'refused'
    return { outcome: outcome === 'accepted' && failed ? 'refused' : outcome, code: answer.success }
  },
}

/** Every gateway that can be named in the settings. */
export const SMS_PRESETS = { generic, twilio, vonage, infobip, seven } as const
export type SmsGatewayName = keyof typeof SMS_PRESETS
