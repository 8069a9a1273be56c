import type { Executor } from '../../platform/database/database.ts'
import { array, bool, bytes, int, row } from '../../platform/database/rows.ts'
import { withKnown } from '../devices/index.ts'
import type { OpenedFamily } from '../sessions/index.ts'
import { type Places, places } from '../sms/index.ts'

/**
 * The account's row comes first, as for everything that ends it, and only a live challenge goes on.
 */
const OPEN = `
  with account_held as (select id from account where id = $2 and locked_at is null for no key update),
  used as (
    update sms_challenge set state = 'used', used_at = $3
    where id = $1 and account_id = (select id from account_held) and purpose = any($4) and state = 'live'
    returning phone_idx, places),
  family as (
    insert into session_family
      (id, scope, account_id, challenge_id, device_hash, authenticated_at, idle_expires_at, expires_at)
    select $5, $6, $2, $1, $7, $3, $8, $9 from used returning id),
  token as (insert into access_token (hash, family_id, expires_at) select $10, id, $11 from family),
  opened as (select a.id from account_held a, used),
  ${withKnown({ of: 'opened', device: '$7', now: '$3' })}
  select phone_idx, places, exists (select 1 from known where not added) as known, (
    select count(*) from session_family f where f.account_id = $2 and f.scope = 'full' and f.state = 'live')::int as others
  from used`
const OPENED = row({ phone_idx: bytes, places: array(places), known: bool, others: int })

type Opening = { challengeId: string; accountId: string; purposes: readonly string[]; opened: OpenedFamily }

/**
 * Uses an account's challenge up and opens its session; the account knows the browser from then on. Of two calls at the same
 * moment one does.
 * @returns what the challenge's SMS are counted by, whether the browser was known, and how many sessions there were; undefined when it is not live or not the account's
 */
export async function openLogIn(
  tx: Executor,
  { challengeId, accountId, purposes, opened: { family, access } }: Opening,
): Promise<{ phoneIdx: Buffer; places: Places[]; known: boolean; others: number } | undefined> {
  const { id, scope, device, now, idleExpiresAt, expiresAt } = family
  const of = [challengeId, accountId, now, purposes]
  const [opened] = await tx.query(
    OPEN,
    [...of, id, scope, device, idleExpiresAt, expiresAt, access.hash, access.expiresAt],
    OPENED,
  )
  return opened && { ...opened, phoneIdx: opened.phone_idx }
}
