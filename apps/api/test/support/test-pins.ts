import { randomBytes } from 'node:crypto'
import { createCounters } from '../../src/modules/limits/counters.ts'
import { rulesWith } from '../../src/modules/limits/index.ts'
import { createPins } from '../../src/modules/pins/index.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createKeyring } from '../../src/platform/keyring.ts'

type Settings = { db: Database; clock: Clock; matches: (encoded: string, pin: string) => Promise<boolean> }
type PinSettings = Parameters<typeof createPins>[0]

const keyring = createKeyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64url') }] })

const rules = rulesWith({ overrides: [], factor: 1 })
/** What counts the PINs of the file. */
export const createTestCounters = (clock: Clock) => createCounters({ rules, clock, mac: keyring.for('limits').mac })

/** The real counters and rules of PINs, with a hasher of the test. */
export function createTestPins({ db, clock, matches, ...more }: Settings & Partial<PinSettings>) {
  return createPins({
    hasher: { hash: async (pin) => `hash of ${pin}`, matches },
    db,
    keys: { seal: (_owner, encoded) => encoded, open: (_owner, sealed) => sealed },
    blocklist: 'strict',
    append: async () => {},
    report: async () => {},
    rules,
    counters: createTestCounters(clock),
    ...more,
  })
}

/** An account, as far as guesses at its PIN go. */
export async function addAccount(db: Database, id: string, now: Date): Promise<Buffer> {
  const phoneIdx = randomBytes(32)
  await db.query(
    `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
     values ($1, $2, 'sealed', 'sealed', 'en', false, $3)`,
    [id, phoneIdx, now],
  )
  return phoneIdx
}
