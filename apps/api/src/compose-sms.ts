import { type Keyring, sameBytes } from './platform/keyring.ts'
import type { Database } from './platform/database/database.ts'
import type { Jobs } from './platform/jobs.ts'
import { pause } from './platform/pause.ts'
import type { PhoneBook } from './modules/accounts/index.ts'
import {
  createDescribeSms,
  createNoticeText,
  createSmsDelivery,
  createSmsGateway,
  createSmsLedger,
  createSmsStore,
  smsLimitsWith,
} from './modules/sms/index.ts'
import { createChallengeStore, createCodes, createSmsText, deriveCode } from './modules/codes/index.ts'
import type { Config } from './config/config.ts'
import type { Alarm, Rules } from './modules/limits/index.ts'
import type { Report } from './modules/audit/index.ts'

/** The visitor's request sends first. Later than its tries, so that a job is there only for what a dead process left. */
const JOB_AFTER_SECONDS = 15

type Parts = {
  config: Config
  rules: Rules
  database: Database
  jobs: Jobs
  keyring: Keyring
  phones: PhoneBook
  alarm: Alarm
  report: Report
  warn: (event: string, details?: object) => void
}

/** Codes by SMS, what sends them, and what they may cost. */
export function composeSms({ config, rules, database, jobs, keyring, phones, alarm, report, warn }: Parts) {
  const { clock, publicUrl, look } = config
  const limits = smsLimitsWith(config.smsLimits)
  const { mac: codeMac } = keyring.for('sms-code')
  const codeText = createSmsText({ productName: look.name, publicUrl })
  const noticeText = createNoticeText({ productName: look.name })
  const ledger = createSmsLedger(limits, (percent) => warn('sms budget used', { percent }))

  const describe = createDescribeSms({
    limits,
    openPhone: (sealed, index) => phones.open(sealed, index),
    countryOf: (number) => phones.countryOf(number),
    mac: keyring.for('sms-budget').mac,
  })

  const gateway = createSmsGateway({ ...config.sms, onFailure: (reason) => warn('sms not sent', { reason }) })
  const delivery = createSmsDelivery({
    store: createSmsStore(database, {
      // Whoever changed the PIN did it in a browser that is known from then on: its notice is stopped last.
      admitNotice: (tx, { notice, ...to }, now) => {
        const counted = { ...describe({ purpose: 'notice', ...to, client: null }), challengeId: null }
        return ledger.admit(
          tx,
          counted,
          { verified: true, knownBrowser: notice === 'pin_changed' || notice === 'pin_closed' },
          now,
        )
      },
      enqueueLater: (tx, smsId, afterSeconds) => jobs.enqueue(tx, 'sms.deliver', { smsId }, { afterSeconds }),
    }),
    gateway,
    compose: ({ language, phoneEnc, phoneIdx, about }) => ({
      to: phones.open(phoneEnc, phoneIdx),
      text: 'code' in about ? codeText(language, deriveCode(codeMac, about.code)) : noticeText(language, about.notice),
    }),
    clock,
    pause,
    warn,
  })
  const codes = createCodes({
    store: createChallengeStore(database, {
      enqueue: (tx, smsId) => jobs.enqueue(tx, 'sms.deliver', { smsId }, { afterSeconds: JOB_AFTER_SECONDS }),
      enqueueNotice: (tx, smsId) => jobs.enqueue(tx, 'sms.deliver', { smsId }),
      ledger,
      tries: { ofNumber: rules['codes-wrong.number'], ofStrangers: rules['codes-wrong.strangers'] },
    }),
    delivery,
    describe,
    clock,
    mac: codeMac,
    sameBytes,
    alarm,
    report,
  })
  return { codes, delivery, ledger }
}
