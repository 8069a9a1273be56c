import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { COUNTRIES, countryOf, findRegistrations } from '../accounts/index.ts'
import type { AppendEvents } from '../audit/index.ts'
import { codeLabelsOf } from '../codes/index.ts'
import { devicesOfNumber } from '../devices/index.ts'
import {
  type CounterLabel,
  createLimitDesk,
  labelsOfAddress,
  labelsOfBrowser,
  type LimitDesk,
  type LimitState,
  type Rules,
} from '../limits/index.ts'
import { createNumbers, type Numbers } from '../numbers/index.ts'
import { pinLabelsOf } from '../pins/index.ts'
import { isBlocked, labelsOfSms, smsLabelsOf, type SmsLimits } from '../sms/index.ts'
import type { Caller, LimitSubject } from './caller.ts'

type Settings = {
  db: Database
  clock: Clock
  append: AppendEvents
  keyring: Keyring
  rules: Rules
  smsLimits: SmsLimits
}
type Deps = Settings & { desk: LimitDesk; numbers: Numbers }
export type CallerLimits = ReturnType<typeof createCallerLimits>

/** What is counted about a subject, and what the audit trail calls it. */
type Counted = { of: CounterLabel[]; about: { phoneIdx?: Buffer; device?: Buffer; network?: string } }

const EVERYONE: CounterLabel = { rule: 'code.everyone', subject: 'everyone', of: 'everyone' }
const DISCLOSED: CounterLabel = { rule: 'existence.everyone', subject: 'everyone', of: 'everyone' }
const BLOCKED: LimitState = {
  rule: 'sms.blocked',
  subject: 'number',
  of: 'number',
  used: 0,
  places: 0,
  state: 'full',
  nextAt: null,
  allAt: null,
  effect: 'no SMS is sent to numbers that begin like this: blockedPrefixes in SMS_LIMITS_FILE',
}

/** The rate limits of a caller, or of SMS: how full they are, and what is given back. */
export function createCallerLimits(settings: Settings) {
  const { keyring, db } = settings
  const desk = createLimitDesk({ ...settings, keys: keyring.for('limits') })
  const deps = { ...settings, desk, numbers: createNumbers({ db, keyring }) }
  return {
    /** What is counted of it, and of what all share that which is full: it may be why a caller is refused. */
    async explain(subject: LimitSubject): Promise<LimitState[]> {
      const { of, about } = await countedOf(deps, subject)
      const own = await desk.explain(of, about)
      const shared = subject.kind === 'sms' ? [] : await desk.look(sharedBy(deps, subject))
      return [...own, ...shared.filter(({ state }) => state === 'full'), ...blockOf(deps, subject)]
    },
    /** Gives everything back, or what one rule counts. @returns what was held */
    async release(caller: Caller, rule?: string): Promise<LimitState[]> {
      const { of, about } = await countedOf(deps, caller)
      return desk.release(of, about, rule)
    },
    /** The limits of SMS, which are about no person: they are read without a trace. */
    sms: (): Promise<LimitState[]> => desk.look(labelsOfAllSms(deps)),
  }
}

/** What a caller shares with others. */
function sharedBy({ smsLimits, clock }: Deps, subject: Caller): CounterLabel[] {
  const country = subject.kind === 'number' ? countryOf(subject.number) : undefined
  const countries = subject.kind === 'number' ? [country ?? 'none'] : COUNTRIES
  return [...labelsOfSms(smsLimits, countries, clock()), EVERYONE, DISCLOSED]
}

/** The operator's list of prefixes is no limit, but closes a number as one does. */
const blockOf = ({ smsLimits }: Deps, subject: LimitSubject): LimitState[] =>
  subject.kind === 'number' && isBlocked(smsLimits, subject.number) ? [BLOCKED] : []

const labelsOfAllSms = ({ smsLimits, clock }: Deps): CounterLabel[] => [
  ...labelsOfSms(smsLimits, COUNTRIES, clock()),
  EVERYONE,
  DISCLOSED,
]

async function countedOf(deps: Deps, subject: LimitSubject): Promise<Counted> {
  const { db, numbers, clock } = deps
  if (subject.kind === 'sms') return { of: labelsOfAllSms(deps), about: {} }
  if (subject.kind === 'browser') {
    const { device } = subject
    return { of: labelsOfBrowser(device), about: { device } }
  }
  if (subject.kind === 'address') {
    const { address } = subject
    return { of: labelsOfAddress(address), about: { network: address.network } }
  }
  const { phoneIdx } = await numbers.find(subject.number)
  const known = await devicesOfNumber(db, phoneIdx)
  const registrations = (await findRegistrations(db, phoneIdx, clock())).map(({ id }) => id)
  const ofSecrets = [...codeLabelsOf(phoneIdx, known), ...pinLabelsOf(phoneIdx, known, registrations)]
  return { of: [...smsLabelsOf(subject.number), ...ofSecrets], about: { phoneIdx } }
}
