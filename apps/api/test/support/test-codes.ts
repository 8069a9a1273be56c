import { randomBytes } from 'node:crypto'
import type { AuditEvent } from '../../src/modules/audit/index.ts'
import { createCodes, type RightCode } from '../../src/modules/codes/index.ts'
import { createCounters } from '../../src/modules/limits/counters.ts'
import { rulesWith } from '../../src/modules/limits/index.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database, Executor } from '../../src/platform/database/database.ts'
import { createKeyring } from '../../src/platform/keyring.ts'

const keyring = createKeyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64url') }] })

/** What codes are derived with. */
export const codeKeys = keyring.for('sms-code')

/** The real counters and rules of codes, with SMS that are always allowed and sent. */
export function createTestCodes(db: Database, clock: Clock, hear: (event: AuditEvent) => void) {
  const rules = rulesWith({ overrides: [], factor: 1 })
  const counters = createCounters({ rules, clock, mac: keyring.for('limits').mac })
  const codes = createCodes({
    db,
    clock,
    keys: codeKeys,
    sms: {
      admitCode: async () => ({ places: { held: [], country: null, holdsCountry: false }, fewLeft: false, full: [] }),
      deliverSoon: async () => 'accepted',
      deliveryOf: async () => 'sent',
      isDown: () => false,
      enqueue: async () => {},
    },
    anomaly: { isElevated: () => false, codeWasWrong: () => {}, codeWasRight: () => {} },
    counters,
    append: async (_tx, ...events) => events.forEach(hear),
    report: async (...events) => events.forEach(hear),
  })
  return { ...codes, settle: (tx: Executor, right: RightCode) => counters.settle(tx, codes.settlementOf(right)) }
}
