import type { Executor } from '../../platform/database/database.ts'
import { array, bool, bytes, row } from '../../platform/database/rows.ts'
import { withKnown } from '../devices/index.ts'
import type { OpenedFamily } from '../sessions/index.ts'
import { type Places, places } from '../sms/index.ts'

/**
 * Only a live challenge goes on. Its registration becomes the account: its codes and sessions go along, and every other
 * registration of the number goes. A row is written once, so the challenge is used and moved at the same time.
 */
const OPEN = `
  with registered as (select * from registration where id = $2 for no key update),
  live as (
    select id from sms_challenge
    where id = $1 and registration_id = (select id from registered) and purpose = any($5) and state = 'live'
    for update),
  made as (
    insert into account (id, phone_idx, phone_guard, phone_enc, pin_enc, language, data_collection_consent, created_at)
    select $3, phone_idx, phone_guard, phone_enc, pin_enc, language, data_collection_consent, $4 from registered, live
    on conflict do nothing
    returning id, phone_idx),
  used as (
    update sms_challenge c set state = 'used', used_at = $4,
      account_id = (select id from made),
      registration_id = case when exists (select 1 from made) then null else c.registration_id end
    from live l where c.id = $1 and c.id = l.id
    returning c.phone_idx, c.places),
  challenges as (
    update sms_challenge c set account_id = m.id, registration_id = null from made m
    where c.registration_id = $2 and c.id <> $1),
  sessions as (
    update session_family f set account_id = m.id, registration_id = null from made m where f.registration_id = $2),
  others as (delete from registration where phone_idx = (select phone_idx from made)),
  family as (
    insert into session_family
      (id, scope, account_id, challenge_id, device_hash, authenticated_at, idle_expires_at, expires_at)
    select $6, $7, id, $1, $8, $4, $9, $10 from made returning id),
  token as (insert into access_token (hash, family_id, expires_at) select $11, id, $12 from family),
  ${withKnown({ of: 'made', device: '$8', now: '$4' })}
  select phone_idx, places, exists (select 1 from made) as made from used`
const OPENED = row({ phone_idx: bytes, places: array(places), made: bool })

type Opening = {
  challengeId: string
  registrationId: string
  accountId: string
  purposes: readonly string[]
  opened: OpenedFamily
}

/**
 * Uses a registration's challenge up, makes an account of it and opens its session. The caller has locked the number. Of two
 * calls at the same moment one does.
 * @returns what the challenge's SMS are counted by; `made`: false when the number has an account; undefined when it is not live
 * or not the registration's
 */
export async function openSignUp(
  tx: Executor,
  { challengeId, registrationId, accountId, purposes, opened: { family, access } }: Opening,
): Promise<{ phoneIdx: Buffer; places: Places[]; made: boolean } | undefined> {
  const { id, scope, device, now, idleExpiresAt, expiresAt } = family
  const of = [challengeId, registrationId, accountId, now, purposes]
  const [found] = await tx.query(
    OPEN,
    [...of, id, scope, device, idleExpiresAt, expiresAt, access.hash, access.expiresAt],
    OPENED,
  )
  return found && { phoneIdx: found.phone_idx, places: found.places, made: found.made }
}
