import * as z from 'zod'

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
  /** The provider's account or API key; not every one has it. */
  account: string
  token: string
  sender: string
}

/** The meaning of a provider's answer, and its own code for the log. */
export type Read = {
  outcome: SmsOutcome
  code?: string | undefined
  /** The provider's name of the message, where its reports know no other. */
  theirId?: string | undefined
}

/** How one provider is spoken to. */
export type SmsPreset = {
  /** True where it delivers a key once, however often it is asked. */
  deliversKeyOnce: boolean
  request: (message: SmsMessage, access: SmsAccess) => { url: string; headers: Record<string, string>; body: string }
  /** Reads an answer that is not an HTTP error. */
  read: (body: string) => Read
  /** The meaning of its own codes, where that is not `refused`. */
  codes: Readonly<Record<string, SmsOutcome>>
  /** Those that refuse our credentials. Any other one may be given for some numbers alone: the gateway takes the SMS of others. */
  credentials: readonly string[]
}

/** A 4xx is a definite no, but for the account's own errors and for too many at once; a 5xx may still be delivered. */
const STATUSES: Readonly<Record<number, SmsOutcome>> = {
  401: 'account',
  402: 'account',
  403: 'account',
  429: 'not_taken',
}
const ofStatus = (status: number): SmsOutcome =>
  STATUSES[status] ?? (status >= 400 && status < 500 ? 'refused' : 'unknown')

const errorCode = z.union([z.string(), z.number()]).transform(String)
/** Where gateways have their code of an error: Twilio, the generic one, Infobip. */
const errorAnswer = z.union([
  z.object({ code: errorCode }).transform(({ code }) => code),
  z.object({ error: errorCode }).transform(({ error }) => error),
  z
    .object({ requestError: z.object({ serviceException: z.object({ messageId: errorCode }) }) })
    .transform(({ requestError }) => requestError.serviceException.messageId),
])

/** Reads an HTTP error: the status, and the gateway's own code, where it tells more. */
export function readError({ codes }: SmsPreset, status: number, body: string): Read {
  const code = parsed(errorAnswer, body)
  const own = status < 500 && code !== undefined ? codes[code] : undefined
  return { outcome: own ?? ofStatus(status), code }
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
  request: ({ to, text, idempotencyKey, reportUrl }, { url, token }) => ({
    url,
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: JSON.stringify({ to, text, idempotency_key: idempotencyKey, report_url: reportUrl }),
  }),
  read: () => ({ outcome: 'accepted' }),
  codes: {},
  credentials: [],
}

/** The provider takes no longer one: ten hours. */
const TWILIO_MOST_SECONDS = 36_000
const twilioAnswer = z.object({ status: z.string(), error_code: errorCode.nullish() })
/** Key, account, a country that is not allowed, a sender that is not ours, no number to send from. */
const TWILIO_ACCOUNT = ['20003', '20005', '20404', '21408', '21603', '21606', '21659', '21660', '21703', '30002']
const TWILIO: Readonly<Record<string, SmsOutcome>> = {
  ...Object.fromEntries(TWILIO_ACCOUNT.map((code) => [code, 'account'])),
  20429: 'not_taken',
}

const twilio: SmsPreset = {
  deliversKeyOnce: false,
  request: ({ to, text, lifeSeconds, reportUrl }, { url, account, token, sender }) => ({
    url: at(url, `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`),
    headers: { ...FORM_TYPE, authorization: basic(account, token) },
    body: new URLSearchParams({
      To: to,
      // The id of a messaging service, or a number or name of one's own.
      [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
      Body: text,
      ValidityPeriod: String(Math.min(lifeSeconds, TWILIO_MOST_SECONDS)),
      ...(reportUrl !== undefined && { StatusCallback: reportUrl }),
    }).toString(),
  }),
  read(body) {
    const answer = parsed(twilioAnswer, body)
    if (answer === undefined) return { outcome: 'unknown' }
    const { status, error_code } = answer
    const failed = ['failed', 'undelivered', 'canceled'].includes(status) || !!error_code
    const code = error_code || status
    return { outcome: failed ? (TWILIO[code] ?? 'refused') : 'accepted', code }
  },
  codes: TWILIO,
  // The key; the account, which is not active.
  credentials: ['20003', '20005'],
}

const vonageAnswer = z.object({ messages: z.array(z.object({ status: errorCode })).min(1) })
/** Everything else is final. 1: too fast, 5: their own error, 10: too many connections. */
const VONAGE: Readonly<Record<string, SmsOutcome>> = {
  0: 'accepted',
  1: 'not_taken',
  5: 'unknown',
  10: 'not_taken',
  ...Object.fromEntries(['4', '8', '9', '11', '14', '15', '23', '29', '32'].map((code) => [code, 'account'])),
}

const vonage: SmsPreset = {
  deliversKeyOnce: false,
  request: ({ to, text, idempotencyKey, lifeSeconds, reportUrl }, { url, account, token, sender }) => ({
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
      'client-ref': idempotencyKey.slice(0, 40),
      ...(reportUrl !== undefined && { callback: reportUrl }),
    }).toString(),
  }),
  /** Refusals come as 200: each part of the message has a status of its own. */
  read(body) {
    const statuses = [...new Set(parsed(vonageAnswer, body)?.messages.map(({ status }) => status))]
    const [first, ...others] = statuses
    if (first === undefined || others.length > 0) return { outcome: 'unknown', code: statuses.join(' ') }
    return { outcome: VONAGE[first] ?? 'refused', code: first }
  },
  codes: VONAGE,
  // Key or secret, signature, and one of them where the other one is wanted.
  credentials: ['4', '14', '32'],
}

const infobipAnswer = z.object({
  messages: z.array(z.object({ status: z.object({ groupId: z.number(), id: z.number().nullish() }) })).min(1),
})
/** Groups: 0 all right, 1 on its way, 2 undeliverable, 3 delivered, 4 expired, 5 rejected. */
const INFOBIP: readonly SmsOutcome[] = ['accepted', 'accepted', 'refused', 'accepted', 'refused', 'refused']
/** By id. 20, 21: too many for now; 23: the same message id came before, which they have. */
const INFOBIP_IDS: Readonly<Record<string, SmsOutcome>> = {
  20: 'not_taken',
  21: 'not_taken',
  23: 'accepted',
  ...Object.fromEntries([11, 12, 13, 17, 18, 19].map((id) => [id, 'account'])),
}

const infobip: SmsPreset = {
  // It refuses a message id that it has.
  deliversKeyOnce: true,
  request: ({ to, text, idempotencyKey, lifeSeconds, reportUrl }, { url, token, sender }) => ({
    url: at(url, '/sms/3/messages'),
    headers: { ...JSON_TYPE, authorization: `App ${token}` },
    body: JSON.stringify({
      messages: [
        {
          sender,
          destinations: [{ to: withoutPlus(to), messageId: idempotencyKey }],
          content: { text },
          options: { validityPeriod: { amount: lifeSeconds, timeUnit: 'SECONDS' } },
          ...(reportUrl !== undefined && { webhooks: { delivery: { url: reportUrl } } }),
        },
      ],
    }),
  }),
  read(body) {
    const status = parsed(infobipAnswer, body)?.messages[0]?.status
    const outcome = INFOBIP_IDS[status?.id ?? -1] ?? INFOBIP[status?.groupId ?? -1] ?? 'unknown'
    return { outcome, code: status && String(status.id ?? status.groupId) }
  },
  codes: INFOBIP_IDS,
  credentials: ['UNAUTHORIZED'],
}

const sevenCode = z.union([z.string(), z.number()]).transform(String)
const sevenAnswer = z.union([
  z.object({
    success: sevenCode,
    messages: z.array(z.object({ success: z.boolean().nullish(), id: sevenCode.nullish() })).nullish(),
  }),
  sevenCode.transform((success) => ({ success, messages: undefined })),
])
/** Everything else is final. 402: the same text went to the same number a moment ago. 600, 700: their carrier, their own error. */
const SEVEN: Readonly<Record<string, SmsOutcome>> = {
  100: 'accepted',
  402: 'accepted',
  600: 'unknown',
  700: 'unknown',
  ...Object.fromEntries(['500', '900', '902', '903'].map((code) => [code, 'account'])),
}

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
    const failed = answer.messages?.some(({ success }) => success === false) === true
    const outcome = SEVEN[answer.success] ?? 'refused'
    const theirId = answer.messages?.[0]?.id ?? undefined
    return { outcome: outcome === 'accepted' && failed ? 'refused' : outcome, code: answer.success, theirId }
  },
  codes: SEVEN,
  // The key, its rights, and our address.
  credentials: ['900', '902', '903'],
}

const PRESETS = { generic, twilio, vonage, infobip, seven }
export type SmsGatewayName = keyof typeof PRESETS
/** Every gateway that can be named in the settings. */
export const SMS_PRESETS: Readonly<Record<SmsGatewayName, SmsPreset>> = PRESETS
