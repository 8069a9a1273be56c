import { HOUR_MS } from '@avouch/contract'
import { later } from '../../src/platform/clock.ts'
import type { Keyring } from '../../src/platform/keyring.ts'
import { type Batch, collect } from './load.ts'
import { createChance, daysBefore, type Plan } from './plan.ts'
import type { Websites } from './websites.ts'

const ROLES = ['owner', 'developer', 'viewer'] as const
const RECOVERY_CODES = 10

type Needs = { plan: Plan; websites: Websites; keyring: Keyring; pinHash: string }

/** People who sign in at the console: each website has as many as there are roles. Nobody has their authenticators. */
export function* staffRows({ plan, websites, keyring, pinHash }: Needs): Generator<Batch> {
  const { seed, now } = plan
  const chance = createChance(seed, 'staff')
  const keys = keyring.for('staff')
  const tables = ['staff', 'staff_membership', 'staff_recovery_code', 'staff_session', 'staff_invitation'] as const
  const { rows, add } = collect(...tables)
  for (const { id: providerId } of websites.all)
    for (const role of ROLES) {
      const [id, email] = [chance.id('stf'), `${role}@${providerId}.example`]
      add('staff', {
        id,
        email_idx: keys.mac('email', email),
        email_enc: keys.seal(id, email),
        password_enc: keys.seal(id, pinHash),
        totp_enc: keys.seal(id, chance.bytes(20).toString('base64url')),
        created_at: daysBefore(now, 300),
      })
      add('staff_membership', { staff_id: id, provider_id: providerId, role, since: daysBefore(now, 300) })
      for (let n = 0; n < RECOVERY_CODES; n++) add('staff_recovery_code', { hash: chance.bytes(32), staff_id: id })
      const times = { used_at: later(now, -chance.share() * HOUR_MS), expires_at: later(now, 12 * HOUR_MS) }
      add('staff_session', { hash: chance.bytes(32), staff_id: id, ...times })
      const invited = { id: chance.id('inv'), provider_id: providerId, role: 'viewer', invited_by: id }
      const open = { created_at: now, expires_at: later(now, 72 * HOUR_MS) }
      add('staff_invitation', { hash: chance.bytes(32), ...invited, ...open })
    }
  yield rows
}
