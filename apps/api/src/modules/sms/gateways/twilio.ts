import { createHmac } from 'node:crypto'
import * as z from 'zod'
import {
  allAre,
  isSame,
  ours,
  reportOf,
  scalar,
  signedForms,
  type SmsAdapter,
  type SmsOutcome,
  sorted,
  textFields,
} from './adapter.ts'

/** The longest life that they take: ten hours. */
const MOST_SECONDS = 36_000
const answer = z.object({ status: z.string(), error_code: scalar.nullish() })
const CODES: Readonly<Record<string, SmsOutcome>> = {
  // Key, account, a country that is not allowed, a sender that is not ours, no number to send from.
  ...allAre('account', '20003 20005 20404 21408 21603 21606 21659 21660 21703 30002'),
  20429: 'not_taken',
}

const STATES = {
  sent: 'queued accepted scheduled sending sent partially_delivered',
  undelivered: 'undelivered failed canceled',
  delivered: 'delivered read',
}
const WHYS = { off: '30003 30036', number: '30005 30006', blocked: '30004 30007 21610', account: '30002' }
const report = z.object({ MessageStatus: z.string(), ErrorCode: scalar.nullish() })

export const twilio: SmsAdapter = {
  url: 'https://api.twilio.com',
  needs: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'],
  deliversKeyOnce: false,
  request: ({ to, text, lifeSeconds, reportUrl }, { account, token, sender }) => ({
    path: `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    form: {
      To: to,
      // The id of a messaging service, or a number or name of one's own.
      [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
      Body: text,
      ValidityPeriod: String(Math.min(lifeSeconds, MOST_SECONDS)),
      ...(reportUrl !== undefined && { StatusCallback: reportUrl }),
    },
  }),
  read(given) {
    const { data } = answer.safeParse(given)
    if (data === undefined) return { outcome: 'unknown' }
    const { status, error_code } = data
    const failed = ['failed', 'undelivered', 'canceled'].includes(status) || !!error_code
    const code = error_code || status
    return { outcome: failed ? (CODES[code] ?? 'refused') : 'accepted', code }
  },
  errorCode: z.object({ code: scalar }).transform(({ code }) => code),
  codes: CODES,
  // The key; the account, which is not active.
  credentials: ['20003', '20005'],

  isGenuine({ url, fields, headers }, { token }) {
    const { data = {} } = textFields.safeParse(fields)
    const values = sorted(data).flat().join('')
    const rightFor = (form: string) => createHmac('sha1', token).update(`${form}${values}`).digest('base64')
    return signedForms(url).some((form) => isSame(rightFor(form), headers['x-twilio-signature']))
  },
  readReport(fields) {
    const { data } = report.safeParse(fields)
    return data && { report: reportOf(STATES, data.MessageStatus, ours(WHYS, data.ErrorCode ?? '')) }
  },
}
