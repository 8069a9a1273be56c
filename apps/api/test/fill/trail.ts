import { HOUR_MS } from '@avouch/contract'
import { insertEvents, lockChainMark, moveMark } from '../../src/modules/audit/audit-store.ts'
import { type ChainRow, createChain, DETAILS, type Entry, type Position } from '../../src/modules/audit/chain.ts'
import type { AuditType } from '../../src/modules/audit/events.ts'
import { PhoneBook } from '../../src/modules/accounts/index.ts'
import { addressOf } from '../../src/platform/client.ts'
import { later } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Keyring } from '../../src/platform/keyring.ts'
import { whileMaking } from './load.ts'
import type { People } from './person.ts'
import { createChance, daysBefore, type Plan, YEAR_DAYS } from './plan.ts'
import type { Websites } from './websites.ts'

const AT_ONCE = 2_500
/** Details are deleted after 90 days. */
const DETAILS_DAYS = 90

/** By an account, in its session. */
const BY_ACCOUNT = {
  'auth.pin.ok': 20,
  'auth.pin.wrong': 2,
  'auth.token.issued_pre2fa': 10,
  'otp.sent': 11,
  'otp.verified': 10,
  'auth.token.issued': 10,
  'auth.token.refreshed': 20,
  'kyc.code_issued': 2,
  'kyc.status': 2,
  'intent.bound': 4,
  'intent.confirmed': 4,
  'payment.reserved': 0.3,
  'payment.executed': 0.3,
  'session.revoked': 2,
  'account.exported': 0.1,
} as const satisfies Partial<Record<AuditType, number>>
/** By nobody who is known, with a word of ours. */
const OF_STRANGERS = {
  'auth.pin.no_account': 3,
  'limit.reached': 1,
  'captcha.fail': 1,
  'intent.expired': 4,
} as const satisfies Partial<Record<AuditType, number>>
/** About a website. */
const BY_OPERATOR = {
  'operator.key_created': 3,
  'operator.key_rotated': 2,
  'operator.webhook_set': 2,
  'operator.event_resent': 4,
} as const satisfies Partial<Record<AuditType, number>>
const ACTORS = { account: 0.93, stranger: 0.065, operator: 0.005 } as const
const REASONS: Partial<Record<AuditType, string>> = {
  'limit.reached': 'lookup.address',
  'captcha.fail': 'wrong answer',
}

type Needs = { plan: Plan; people: People; websites: Websites; keyring: Keyring; database: Database }

/** A year of the audit trail, behind what is there: chained and signed under the keys of the installation. */
export async function writeTrail({ plan, people, websites, keyring, database }: Needs): Promise<void> {
  const { seed, events, now } = plan
  const chance = createChance(seed, 'audit trail')
  const chain = createChain({
    mac: keyring.for('audit').mac,
    actorMac: keyring.for('audit-actor').mac,
    networkMac: keyring.for('audit-network').mac,
  })
  const phones = new PhoneBook(keyring)
  const start = daysBefore(now, YEAR_DAYS - 1).getTime()
  const each = (later(now, -HOUR_MS).getTime() - start) / events
  const detailsSince = daysBefore(now, DETAILS_DAYS - 1).toISOString()
  const none = Object.fromEntries(DETAILS.map((name) => [name, null])) as ChainRow['details']

  function happened(at: Date) {
    const address = addressOf(`198.${18 + chance.below(2)}.${chance.below(256)}.${chance.below(256)}`)
    const context = { route: '/api/token', requestId: chance.id('req'), network: address.network }
    const actor = chance.of(ACTORS)
    if (actor === 'operator') {
      const type = chance.of(BY_OPERATOR)
      return { event: { type, reason: `${websites.pick(chance).id} ${chance.id('key')}` }, at, context: undefined }
    }
    if (actor === 'stranger') {
      const type = chance.of(OF_STRANGERS)
      return { event: { type, reason: REASONS[type] ?? chance.id('int') }, at, context }
    }
    const person = people.before(at, chance)
    const event = {
      type: chance.of(BY_ACCOUNT),
      accountId: person.id,
      phoneIdx: phones.index(person.number),
      familyId: chance.id('fam'),
      device: chance.bytes(32),
    }
    return { event, at, context }
  }

  const momentOf = (n: number) => new Date(start + Math.floor(n * each))

  /** The rows of entries behind `last`. Their details are deleted where they are old. */
  function rowsOf(entries: readonly Entry[], last: Position): ChainRow[] {
    let behind = last
    return entries.map((entry) => {
      const row = chain.link(behind, entry)
      behind = row
      return entry.at < detailsSince ? { ...row, details: none, salt: null } : row
    })
  }

  const append = (entries: readonly Entry[]) =>
    database.transaction(
      async (tx) => {
        const rows = rowsOf(entries, await lockChainMark(tx, 'head'))
        const last = rows.at(-1)
        if (last === undefined) return
        await insertEvents(tx, rows, { ...last, mac: chain.sign('head', last) })
        const reduced = rows.findLast(({ salt }) => salt === null)
        if (reduced !== undefined) await moveMark(tx, 'reduced', { ...reduced, mac: chain.sign('reduced', reduced) })
      },
      { hurry: false },
    )

  function* batches(): Generator<Entry[]> {
    for (let from = 0; from < events; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, events - from)
      yield Array.from({ length: count }, (_, n) => chain.enter(happened(momentOf(from + n))))
    }
  }
  await whileMaking(batches(), append)
}
