import * as z from 'zod'
import { allAre, ours, reportOf, scalar, type SmsAdapter, type SmsOutcome, withoutPlus } from './adapter.ts'

const status = z.object({ status: z.object({ groupId: z.number(), id: z.number().nullish() }) })
const answer = z.object({ messages: z.array(status).min(1) })
const error = z.object({ requestError: z.object({ serviceException: z.object({ messageId: scalar }) }) })
/** Groups: 0 all right, 1 on its way, 2 undeliverable, 3 delivered, 4 expired, 5 rejected. */
const GROUPS: readonly SmsOutcome[] = ['accepted', 'accepted', 'refused', 'accepted', 'refused', 'refused']
/** By id. 20, 21: too many for now; 23: the same message id came before, which they have. */
const CODES: Readonly<Record<string, SmsOutcome>> = {
  20: 'not_taken',
  21: 'not_taken',
  23: 'accepted',
  ...allAre('account', '11 12 13 17 18 19'),
}

/** By group, slash, id. Group 1 is on its way, 3/2 handed to the operator; 4/29 expired without a word of the network. */
const STATES = { sent: '1 3/2', undelivered: '2 4 5', delivered: '3/5' }
const WHYS = { number: '8', blocked: '10 14', account: '6 11 12 13 17 18 19' }
const report = z.object({ results: z.array(status).min(1) })

export const infobip: SmsAdapter = {
  needs: ['SMS_URL', 'SMS_TOKEN', 'SMS_SENDER'],
  // It refuses a message id that it has.
  deliversKeyOnce: true,
  request: ({ to, text, idempotencyKey, lifeSeconds, reportUrl }, { token, sender }) => ({
    path: '/sms/3/messages',
    headers: { authorization: `App ${token}` },
    json: {
      messages: [
        {
          sender,
          destinations: [{ to: withoutPlus(to), messageId: idempotencyKey }],
          content: { text },
          options: { validityPeriod: { amount: lifeSeconds, timeUnit: 'SECONDS' } },
          ...(reportUrl !== undefined && { webhooks: { delivery: { url: reportUrl } } }),
        },
      ],
    },
  }),
  read(given) {
    const found = answer.safeParse(given).data?.messages[0]?.status
    const outcome = CODES[found?.id ?? -1] ?? GROUPS[found?.groupId ?? -1] ?? 'unknown'
    return { outcome, code: found && String(found.id ?? found.groupId) }
  },
  errorCode: error.transform(({ requestError }) => requestError.serviceException.messageId),
  codes: CODES,
  credentials: ['UNAUTHORIZED'],

  // Infobip signs nothing: the unguessable address authenticates the report.
  isGenuine: () => true,
  readReport(fields) {
    const found = report.safeParse(fields).data?.results[0]?.status
    if (found === undefined) return undefined
    const { groupId, id } = found
    const why = ours(WHYS, String(id)) ?? (groupId === 4 ? 'off' : 'other')
    const isWhole = groupId !== 3 && id !== 29
    return { report: reportOf(STATES, isWhole ? String(groupId) : `${groupId}/${id}`, why) }
  },
}
