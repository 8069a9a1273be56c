import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import type { PhoneBook } from '../../src/modules/accounts/index.ts'
import { later } from '../../src/platform/clock.ts'
import type { Keyring } from '../../src/platform/keyring.ts'
import type { Row } from './load.ts'
import { numberOf } from './person.ts'
import { createChance, earlier, type Plan } from './plan.ts'

export const SIGN_IN_TABLES = [
  'session_family',
  'access_token',
  'registration',
  'sms_code',
  'sms_message',
  'refused_call',
  'rate_limit',
] as const
type Table = (typeof SIGN_IN_TABLES)[number]
type Add = (table: Table, row: Row) => void

/** Parts of the accounts with a session, a code and a bucket; sign-ups that wait for their code, by accounts. */
const [WITH_SESSION, WITH_CODE, WITH_LIMIT, NEWCOMERS] = [0.25, 0.25, 0.5, 0.03]
/** Sessions are kept for a day after their end. */
const SESSIONS_MS = 36 * HOUR_MS
const MESSAGES = { accepted: 0.96, refused: 0.02, dead: 0.015, waiting: 0.005 } as const
export const REPORTS = { delivered: 0.9, undelivered: 0.03, sent: 0.03, none: 0.04 } as const

type Visit = {
  account: { id: string; phone_idx: Buffer; phone_enc: string; language: string }
  device: Buffer | null
  visit: Date
}
type Needs = { plan: Plan; keyring: Keyring; pinHash: string; phones: PhoneBook }

/** Sessions, codes and SMS of the last hours, and the buckets of rate limits. */
export function createSignIns({ plan, keyring, pinHash, phones }: Needs) {
  const { seed, accounts, now } = plan
  const chance = createChance(seed, 'sign-ins')
  const [pins, limits] = [keyring.for('pin'), keyring.for('limits')]

  /** The last sign-in: of a quarter of the accounts in the last hours. */
  function lastVisit(createdAt: Date): Date {
    const earliest = chance.is(WITH_SESSION) ? later(now, -SESSIONS_MS) : createdAt
    return chance.between(earliest < createdAt ? createdAt : earliest, now)
  }

  function addSession(add: Add, { account, device, visit }: Visit): void {
    const used = chance.between(visit, earlier(later(visit, 2 * HOUR_MS), now))
    const [id, newest] = [chance.id('fam'), chance.below(3)]
    add('session_family', {
      id,
      scope: 'full',
      account_id: account.id,
      code_id: chance.id('sms'),
      device_hash: device,
      state: chance.is(0.2) ? 'revoked' : 'live',
      generation: Math.floor((used.getTime() - visit.getTime()) / (10 * MINUTE_MS)),
      promoted_at: used,
      newest_slot: newest,
      authenticated_at: visit,
      idle_expires_at: later(used, HOUR_MS),
      expires_at: later(visit, 12 * HOUR_MS),
    })
    for (let slot = 0; slot <= newest; slot++)
      add('access_token', {
        hash: chance.bytes(32),
        family_id: id,
        slot,
        expires_at: later(used, (10 - 10 * (newest - slot)) * MINUTE_MS),
      })
  }

  function addMessage(add: Add, { account, codeId, at }: { account: Visit['account']; codeId: string; at: Date }) {
    const state = chance.of(MESSAGES)
    const report = state === 'accepted' ? chance.of(REPORTS) : 'none'
    add('sms_message', {
      id: `${codeId}:1`,
      code_id: codeId,
      phone_idx: account.phone_idx,
      phone_enc: account.phone_enc,
      language: account.language,
      state,
      tries: state === 'waiting' ? 0 : 1 + chance.below(2),
      gateway: chance.is(0.1) ? 2 : 1,
      // One that waits is over before anything would send it.
      good_until: later(at, 5 * MINUTE_MS),
      created_at: at,
      next_attempt_at: later(now, 12 * HOUR_MS),
      report: report === 'none' ? null : report,
      report_why: report === 'undelivered' ? chance.one(['off', 'number', 'blocked', 'other']) : null,
      typed_in_at: report === 'delivered' ? later(at, MINUTE_MS) : null,
      refunds: [],
    })
  }

  function codeRow({ phoneIdx, purpose, at }: { phoneIdx: Buffer; purpose: string; at: Date }) {
    return {
      id: chance.id('sms'),
      phone_idx: phoneIdx,
      purpose,
      recognised: purpose === 'login' && chance.is(0.7),
      form: chance.is(0.97) ? 'digits' : 'long',
      sends: 0,
      expires_at: later(at, 5 * MINUTE_MS),
      resend_at: later(at, MINUTE_MS),
      guess_level: chance.is(0.05) ? now.getTime() + 4 * HOUR_MS : 0,
      send_level: now.getTime() + Math.floor(chance.share() * 2 * HOUR_MS),
      used_at: null as Date | null,
      used_by: null as string | null,
    }
  }

  function add(addRow: Add, visit: Visit): void {
    const { account } = visit
    if (visit.visit > later(now, -SESSIONS_MS)) addSession(addRow, visit)
    if (chance.is(WITH_CODE)) {
      const at = chance.between(later(now, -6 * HOUR_MS), later(now, -10 * MINUTE_MS))
      const purpose = chance.is(0.9) ? 'login' : 'reset'
      const code = codeRow({ phoneIdx: account.phone_idx, purpose, at })
      addRow('sms_code', { ...code, used_at: later(at, MINUTE_MS), used_by: chance.id('fam') })
      addMessage(addRow, { account, codeId: code.id, at })
    }
    if (chance.is(WITH_LIMIT)) {
      const address = `198.18.${chance.below(256)}.${chance.below(256)} ${account.id}`
      addRow('rate_limit', {
        key: limits.mac(chance.is(0.8) ? 'lookup.address' : 'login-failed.address', address).subarray(0, 16),
        level: now.getTime() + Math.floor(chance.share() * 20 * HOUR_MS),
        room: 6 * HOUR_MS,
      })
    }
  }

  /** Sign-ups that wait for their code, each after a refusal, under numbers that no account has. */
  function addNewcomers(addRow: Add): void {
    for (let i = accounts; i < accounts + Math.ceil(accounts * NEWCOMERS); i++) {
      const number = numberOf(i)
      const phoneIdx = phones.index(number)
      const at = chance.between(later(now, -15 * MINUTE_MS), now)
      addRow('registration', {
        id: chance.id('reg'),
        phone_idx: phoneIdx,
        phone_enc: phones.seal(number, phoneIdx),
        device_hash: chance.bytes(32),
        without_cookie: chance.is(0.05),
        pin_enc: pins.seal(phoneIdx.toString('hex'), pinHash),
        language: 'de',
        data_collection_consent: false,
        refunds: [],
        created_at: at,
        expires_at: later(at, 15 * MINUTE_MS),
      })
      addRow('sms_code', { ...codeRow({ phoneIdx, purpose: 'register', at }), sends: 1 })
      addRow('refused_call', { phone_idx: phoneIdx, rule: 'sms.address', at, free_at: later(at, HOUR_MS) })
    }
  }

  return { lastVisit, add, addNewcomers }
}
