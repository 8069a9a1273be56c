import type { NumberFinding, SmsCause } from '@avouch/contract'
import { PhoneBook } from '../modules/accounts/index.ts'
import { Numbers } from '../modules/operator/index.ts'
import { effectOf } from '../modules/rate-limits/index.ts'
import { smsLimitsWith } from '../modules/sms/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { table } from './arguments.ts'
import type { AddCommands } from './command.ts'
import { withDatabase } from './with-database.ts'

const NO_NUMBER = "That is neither an account's id nor a mobile number, also not one of the country."

const WORDS: Readonly<Record<SmsCause, string>> = {
  gateway_failed: 'the gateway did not take it: an outage there',
  limit: 'a limit refused the call',
  too_soon: 'it was asked for again too soon',
  undelivered: 'the network did not deliver it',
  gateway_account: 'the gateway refuses our key, or the account there has no credit',
  money: "the day's money for SMS is used up",
  locked: 'the account is locked: unlock it, or leave it so',
  blocked: 'no SMS is sent to numbers that begin like this: blockedPrefixes in SMS_LIMITS_FILE',
  no_report: 'the gateway took it, and reports nothing further',
  number_refused: 'the gateway takes no SMS for this number',
  delivered: 'the phone has it',
  sending: 'it is on its way',
  nothing: 'no SMS with a code was asked for in 48 hours: another number, or the page was not sent',
}
const WHYS = {
  off: 'phone off or out of reach',
  number: 'number unknown',
  blocked: 'blocked by the network or the holder',
  other: 'no reason',
}

const cellsOf = ({ code, at, free_at, limit, why }: NumberFinding): string[] => [
  code,
  at ?? '-',
  [
    WORDS[code],
    why === null ? undefined : WHYS[why],
    limit === null || limit === 'other' ? undefined : `${limit}: ${effectOf(limit) || 'codes are refused'}`,
    free_at === null ? undefined : `free at ${free_at}`,
  ]
    .filter((part) => part !== undefined)
    .join('; '),
]

export const addNumberCommands: AddCommands = (program, choose) => {
  program
    .command('number')
    .description('mobile numbers that call')
    .command('why')
    .description('says why a number got no SMS, and what happened to it in 48 hours; the look leaves an event')
    .argument('<number or id>', "a mobile number, which is not printed, or an account's id")
    .option('--country <code>', 'of a number without its code, as DE; the first home country without it')
    .action((typed, { country }) =>
      choose((site) =>
        withDatabase(site, async ({ config, database: db, keyring, audit }) => {
          const { clock } = config
          const smsLimits = smsLimitsWith(config.smsLimits)
          const numbers = new Numbers({ db, clock, audit, phones: new PhoneBook(keyring), smsLimits })
          const named = numbers.nameOf(typed, country)
          const story = named && (await numbers.read(named))
          if (story === undefined) throw new OperatorError(NO_NUMBER)
          const moments = story.moments.map(({ at, source, what, detail }) => [at, source, what, detail ?? ''])
          const missing = story.refusals_missing_at
          return {
            lines: [
              ...table(story.findings.map(cellsOf)),
              `account: ${story.account ?? 'none'}`,
              ...(missing === null ? [] : [`Refusals were too many to note at ${missing}: some are missing.`]),
              ...table(moments),
            ],
            data: story,
          }
        }),
      ),
    )
}
