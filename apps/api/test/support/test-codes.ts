import { randomBytes } from 'node:crypto'
import type { AuditEvent } from '../../src/modules/audit/index.ts'
import { createCodes } from '../../src/modules/codes/index.ts'
import { createCounters } from '../../src/modules/limits/counters.ts'
import { rulesWith } from '../../src/modules/limits/index.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createKeyring } from '../../src/platform/keyring.ts'

const keyring = createKeyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64url') }] })

/** What codes are derived with. */
export const codeKeys = keyring.for('sms-code')

/** The real counters and rules of codes, with SMS that are always allowed and sent. */
export const createTestCodes = (db: Database, clock: Clock, hear: (event: AuditEvent) => void) =>
  createCodes({
    db,
    clock,
    keys: codeKeys,
    sms: {
      admitCode: async () => ({ places: { held: [], country: null, holdsCountry: false }, fewLeft: false, full: [] }),
      deliverSoon: async () => 'accepted',
      isDown: () => false,
      enqueue: async () => {},
    },
    anomaly: { isElevated: () => false, codeWasWrong: () => {}, codeWasRight: () => {} },
    counters: createCounters({
      rules: rulesWith({ overrides: [], factor: 1 }),
      clock,
      mac: keyring.for('limits').mac,
    }),
    report: async (...events) => events.forEach(hear),
  })
