import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { ownerOf } from '../../src/modules/oidc/record-store.ts'
import type { Executor } from '../../src/platform/database/database.ts'
import { row, text } from '../../src/platform/database/rows.ts'
import { later } from '../../src/platform/clock.ts'
import { type Batch, collect } from './load.ts'
import { createChance, dayOf, daysBefore, type Plan } from './plan.ts'
import type { Person } from './person.ts'
import type { Needs } from './requests.ts'

/** One of so many accounts leaves a row of each kind. */
const ACCOUNTS_A_ROW = 20
const DAY_MS = 24 * HOUR_MS
/** Keeps a server that runs on the rows from asking vendors for thousands of erasures, also when a test moves its clock by weeks. */
const ERASED_IN_MS = 60 * DAY_MS
const RECORDS = ['AccessToken', 'AuthorizationCode', 'Grant', 'Interaction', 'PushedAuthorizationRequest'] as const

/** Rows that others refer to. */
export type Known = { intents: readonly string[]; checks: readonly string[] }

const INTENTS = 'select id from intent order by created_at desc, id limit $1'
/** Finds checks that are over; none has a session. */
const CHECKS = `select id from identity_check where next_poll_at is null order by id limit $1`

/** Reads what the rows of a plan refer to. */
export async function readKnown(db: Executor, { accounts }: Plan): Promise<Known> {
  const idsOf = async (statement: string) => {
    const found = await db.query(statement, [Math.ceil(accounts / ACCOUNTS_A_ROW)], row({ id: text }))
    return found.map(({ id }) => id)
  }
  return { intents: await idsOf(INTENTS), checks: await idsOf(CHECKS) }
}

/** Makes what is kept for minutes, for weeks, or until a partner has answered: of each kind as much as a busy time leaves. */
export function* shortLivedRows({ plan, people, keyring }: Omit<Needs, 'websites'>, known: Known): Generator<Batch> {
  const { seed, now } = plan
  const chance = createChance(seed, 'short-lived')
  const [records, sessions] = [keyring.for('oidc-record'), keyring.for('identity-session')]
  const { rows, add } = collect(
    'registration_stop_key',
    'registration_stop',
    'tombstone',
    'recovery_token',
    'spent_captcha',
    'spent_challenge',
    'deletion',
    'refused_call',
    'app_link',
    'presentation',
    'oidc_record',
    'identity_session',
    'vendor_erasure',
    'proof_withdrawal',
    'deposit',
    'return_order',
  )
  const quarter = `${now.getUTCFullYear()}Q${Math.floor(now.getUTCMonth() / 3) + 1}`
  const soon = (minutes: number) => later(now, (1 + chance.below(minutes)) * MINUTE_MS)
  const secret = keyring.for('registration-stop').seal(quarter, chance.bytes(32).toString('base64url'))
  add('registration_stop_key', { quarter, secret_enc: secret })

  function addOfIntent(intentId: string): void {
    const expiresAt = soon(30)
    const times = { created_at: later(expiresAt, -30 * MINUTE_MS), expires_at: expiresAt }
    const [code, id, device] = [chance.bytes(32), chance.bytes(32), chance.bytes(32)]
    const link = { code_hash: code, id_hash: id, intent_id: intentId, device_hash: device }
    add('app_link', { ...link, number: 10 + chance.below(90), state: chance.one(['waiting', 'refused']), ...times })
    const kind = chance.one(['age_app', 'id_wallet'])
    const asked = { id_hash: chance.bytes(32), route_hash: chance.bytes(32), intent_id: intentId, is_bound: false }
    add('presentation', { ...asked, kind, way: 'qr', state: chance.one(['waiting', 'fetched', 'answered']), ...times })
    const grant = chance.bytes(32)
    for (const recordKind of RECORDS) {
      const key = { kind: recordKind, idHash: recordKind === 'Grant' ? grant : chance.bytes(32) }
      add('oidc_record', {
        kind: key.kind,
        id_hash: key.idHash,
        payload_enc: records.seal(ownerOf(key), '{}'),
        grant_hash: grant,
        client_id: 'client',
        intent_id: intentId,
        expires_at: soon(180),
      })
    }
  }

  function addOfVendor(checkId: string): void {
    const ended = { provider: 'veriff', stage: 'ended', staged_at: daysBefore(now, 1) }
    const due = { next_erase_at: later(now, ERASED_IN_MS) }
    const orphan = chance.id('ids')
    add('identity_session', {
      id: chance.id('ids'),
      check_id: checkId,
      ...ended,
      ref_hash: chance.bytes(32),
      kept_enc: null,
      ...due,
    })
    const keptEnc = sessions.seal(orphan, '{}')
    add('identity_session', {
      id: orphan,
      check_id: null,
      ...ended,
      ref_hash: chance.bytes(32),
      kept_enc: keptEnc,
      ...due,
    })
    add('vendor_erasure', {
      check_id: chance.id('chk'),
      next_attempt_at: later(now, ERASED_IN_MS),
      created_at: daysBefore(now, 1),
    })
  }

  /** More than in life: of few rows the planner reads all, whatever the index. */
  function addWithdrawal({ id, isActive, isAdult }: Person): void {
    if (!isActive || isAdult) return
    const proof = { document_idx: chance.bytes(32), kept_since: daysBefore(now, 40) }
    const verified = { verified_on: dayOf(daysBefore(now, 40)), ...proof }
    add('proof_withdrawal', {
      account_id: id,
      why: 'operator',
      ...verified,
      withdrawn_at: chance.between(daysBefore(now, 29), now),
    })
  }

  function addReturn(): void {
    const [id, at, amount] = [chance.id('dep'), chance.between(daysBefore(now, 90), now), 1_000]
    const named = { event_id: chance.id('msg'), payment_id: chance.id('pay') }
    // No entry of the ledger: it has euros alone.
    add('deposit', { id, ...named, available_id: null, amount, currency: 'USD', received_at: at })
    const order = { id: chance.id('ret'), deposit_id: id, amount, reason: 'foreign_currency', state: 'sent' }
    add('return_order', { ...order, attempts: 1, next_attempt_at: at, created_at: at, sent_at: at })
  }

  for (let i = 0; i < people.count; i += ACCOUNTS_A_ROW) {
    const { id } = people.at(i)
    add('registration_stop', {
      number_mac: chance.bytes(32),
      quarter,
      expires_at: later(now, 30 * DAY_MS * chance.share()),
    })
    add('tombstone', { hash: chance.bytes(32), expires_at: soon(15) })
    add('spent_captcha', { hash: chance.bytes(32), expires_at: soon(10) })
    add('spent_challenge', { hash: chance.bytes(32), expires_at: soon(5) })
    const refused = { phone_idx: chance.bytes(32), rule: 'sms.number', at: chance.between(daysBefore(now, 2), now) }
    add('refused_call', { ...refused, free_at: soon(60) })
    const begunAt = chance.between(daysBefore(now, 29), now)
    const times = { begun_at: begunAt, erased_at: begunAt, expires_at: later(begunAt, 30 * DAY_MS) }
    add('deletion', { token_hash: chance.bytes(32), ...times, vendor: 'asked', money: 'none' })
    add('recovery_token', {
      hash: chance.bytes(32),
      account_id: id,
      device_hash: chance.bytes(32),
      expires_at: soon(10),
    })
    for (let j = i; j < Math.min(i + ACCOUNTS_A_ROW, people.count); j++) addWithdrawal(people.at(j))
    addReturn()
  }
  for (const id of known.intents) addOfIntent(id)
  for (const id of known.checks) addOfVendor(id)
  yield rows
}
