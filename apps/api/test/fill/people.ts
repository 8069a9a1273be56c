import { HOUR_MS, type KycStatus, MINUTE_MS } from '@avouch/contract'
import { PhoneBook } from '../../src/modules/accounts/index.ts'
import { codeOf } from '../../src/modules/kyc/vendors/index.ts'
import { later } from '../../src/platform/clock.ts'
import { tokenHash } from '../../src/platform/identifier.ts'
import type { Keyring } from '../../src/platform/keyring.ts'
import { type Batch, collect, type Row } from './load.ts'
import { createChance, dayOf, daysBefore, earlier, type Plan, YEAR_DAYS } from './plan.ts'
import { type People, type Person, statusOf } from './person.ts'
import { createSignIns, SIGN_IN_TABLES } from './sign-ins.ts'

const AT_ONCE = 2_000
const LATELY_DAYS = 2
/** A proof is renewed by a second check. */
const RENEWED = 0.15
/** A service names the document. */
const WITH_DOCUMENT = 0.85
const WITH_PASSKEY = 0.3
const DEVICES = [1, 1, 1, 2, 2, 3]
/** Longer ago, a browser is forgotten, and a message of the service. */
const [DEVICE_DAYS, VENDOR_EVENT_DAYS, OBJECTION_DAYS] = [180, 90, 30]

type Needs = { plan: Plan; people: People; keyring: Keyring; pinHash: string }

/** Accounts with their browsers, checks, proofs and sign-ins. */
export function* peopleRows({ plan, people, keyring, pinHash }: Needs): Generator<Batch> {
  const { seed, now } = plan
  const chance = createChance(seed, 'accounts')
  const [phones, pins, codes] = [new PhoneBook(keyring), keyring.for('pin'), keyring.for('transaction-code')]
  const documents = keyring.for('proof-document')
  const signIns = createSignIns({ plan, keyring, pinHash, phones })

  function check(person: Person, status: KycStatus, createdAt: Date): Row {
    const reportedAt = status === '' ? null : earlier(later(createdAt, chance.below(10) * MINUTE_MS), now)
    const isOpen = status === '' || status === 'PENDING_MANUAL_REVIEW'
    const id = chance.id('chk')
    return {
      id,
      tc_hash: tokenHash(codeOf(codes, id)),
      account_id: person.id,
      status,
      reported_at: reportedAt,
      created_at: createdAt,
      code_expires_at: later(createdAt, 15 * MINUTE_MS),
      next_poll_at: isOpen ? later(now, (60 + chance.below(600)) * MINUTE_MS) : null,
      polls: isOpen ? 1 + chance.below(8) : 0,
    }
  }

  /** Nobody has its private key. */
  function passkeyOf({ id, createdAt }: Person, visit: Date): Row {
    const key = { credential_id: chance.bytes(32), public_key: chance.bytes(77), counter: 0, synced: true }
    const times = { created_at: createdAt, last_used_on: dayOf(visit) }
    return { id: chance.id('psk'), account_id: id, ...key, name: 'Passkey', ...times }
  }

  /** The checks of a person, the newest one last. */
  function checksOf(person: Person): Row[] {
    if (person.outcome === 'none') return []
    const firstAt = earlier(later(person.createdAt, 4 * MINUTE_MS), now)
    // Recent checks only: an account that waits for an outcome, or for its end, has no old one.
    const isLate = person.outcome === 'begun' || person.outcome === 'PENDING_MANUAL_REVIEW' || !person.isActive
    const isBefore = person.createdAt < daysBefore(now, LATELY_DAYS)
    const at = isLate && isBefore ? chance.between(daysBefore(now, LATELY_DAYS), now) : firstAt
    const newest = check(person, statusOf(person.outcome), at)
    const isOld = person.createdAt < daysBefore(now, YEAR_DAYS / 2)
    if (!person.isAdult || !isOld || !chance.is(RENEWED)) return [newest]
    return [newest, check(person, 'COMPLETED', chance.between(daysBefore(now, YEAR_DAYS / 2), now))]
  }

  for (let from = 0; from < people.count; from += AT_ONCE) {
    const { rows, add } = collect(
      'account',
      'account_device',
      'identity_check',
      'vendor_event',
      'proof_document',
      'passkey',
      ...SIGN_IN_TABLES,
    )
    for (let i = from; i < Math.min(from + AT_ONCE, people.count); i++) {
      const person = people.at(i)
      const { id, createdAt, isAdult, isActive, isLocked, outcome } = person
      const phoneIdx = phones.index(person.number)
      const checks = checksOf(person)
      const newest = checks.at(-1)
      const visit = signIns.lastVisit(createdAt)
      const failures = chance.is(0.02) ? 1 + chance.below(3) : 0
      const account = {
        id,
        phone_idx: phoneIdx,
        phone_enc: phones.seal(person.number, phoneIdx),
        pin_enc: pins.seal(phoneIdx.toString('hex'), pinHash),
        pin_failures: failures,
        pin_failures_total: failures,
        language: chance.is(0.8) ? 'de' : 'en',
        data_collection_consent: chance.is(0.4),
        state: isActive ? 'active' : 'deactivated',
        erase_after: isActive ? null : chance.between(daysBefore(now, -1), daysBefore(now, -OBJECTION_DAYS)),
        adult: isAdult,
        verified_on: isAdult && newest?.['reported_at'] instanceof Date ? dayOf(newest['reported_at']) : null,
        kyc_status: statusOf(outcome),
        current_check: newest?.['id'] ?? null,
        created_at: createdAt,
        locked_at: isLocked ? earlier(later(createdAt, HOUR_MS), now) : null,
        signed_in_on: dayOf(visit),
      }
      add('account', account)
      for (const one of checks) add('identity_check', one)
      const reportedAt = newest?.['reported_at']
      if (newest !== undefined && reportedAt instanceof Date) {
        if (reportedAt > daysBefore(now, VENDOR_EVENT_DAYS)) add('vendor_event', eventOf(newest, reportedAt))
        if (isAdult && chance.is(WITH_DOCUMENT))
          add('proof_document', { document_idx: documents.mac(id), account_id: id, kept_since: reportedAt })
      }
      const devices = Array.from({ length: chance.one(DEVICES) }, () => chance.bytes(32))
      const isKept = visit > daysBefore(now, DEVICE_DAYS)
      for (const device of isKept ? devices : [])
        add('account_device', { account_id: id, device_hash: device, known_since: createdAt, last_used_at: visit })
      if (isActive && chance.is(WITH_PASSKEY)) add('passkey', passkeyOf(person, visit))
      if (isActive) signIns.add(add, { account, device: devices[0] ?? null, visit })
    }
    if (from === 0) signIns.addNewcomers(add)
    yield rows
  }

  function eventOf({ id = null, status = null }: Row, reportedAt: Date): Row {
    return { id: chance.id('msg'), check_id: id, status, occurred_at: reportedAt, received_at: reportedAt }
  }
}
