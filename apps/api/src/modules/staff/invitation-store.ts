import { OPERATOR_ROLES, PROJECT_ROLES } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const ROLES = [...PROJECT_ROLES, ...OPERATOR_ROLES] as const
const INVITATION = row({
  id: text,
  provider_id: nullable(text),
  provider_name: nullable(text),
  role: oneOf(ROLES),
  created_at: timestamp,
  expires_at: timestamp,
})
const COLUMNS = 'i.id, i.provider_id, p.name as provider_name, i.role, i.created_at, i.expires_at'
const FIND = `
  select ${COLUMNS} from staff_invitation i left join provider p on p.id = i.provider_id
  where i.hash = $1 and i.expires_at > $2`
/** No index finds rows by "is not distinct from". */
const OPEN = `
  select ${COLUMNS} from staff_invitation i left join provider p on p.id = i.provider_id
  where (i.provider_id = $1 or $1::text is null and i.provider_id is null) and i.expires_at > $2 order by i.created_at, i.id`
const ADD = `
  insert into staff_invitation (hash, id, provider_id, role, invited_by, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`
/** One statement: of two who take the same link one gets it. */
const TAKE = 'delete from staff_invitation where hash = $1 and expires_at > $2 returning id, provider_id, role'
const TAKEN = row({ id: text, provider_id: nullable(text), role: oneOf(ROLES) })
const WITHDRAW = 'delete from staff_invitation where id = $1 and provider_id is not distinct from $2 returning id'

type NewInvitation = {
  hash: Buffer
  id: string
  providerId: string | null
  role: (typeof ROLES)[number]
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
}

export const addInvitation = async (tx: Executor, one: NewInvitation): Promise<void> =>
  void (await tx.query(ADD, [one.hash, one.id, one.providerId, one.role, one.invitedBy, one.createdAt, one.expiresAt]))

const toInvitation = (found: ReturnType<typeof INVITATION.parse>) => ({
  id: found.id,
  providerId: found.provider_id,
  providerName: found.provider_name,
  role: found.role,
  createdAt: found.created_at,
  expiresAt: found.expires_at,
})

/** An invitation that can be taken, without taking it. */
export async function findInvitation(db: Executor, hash: Buffer, now: Date) {
  const [found] = await db.query(FIND, [hash, now], INVITATION)
  return found && toInvitation(found)
}

/** Those of a provider that were not taken yet; null: those of the installation. */
export const openInvitations = async (db: Executor, providerId: string | null, now: Date) =>
  (await db.query(OPEN, [providerId, now], INVITATION)).map(toInvitation)

/** @returns undefined when it was taken, or is over */
export async function takeInvitation(tx: Executor, hash: Buffer, now: Date) {
  const [taken] = await tx.query(TAKE, [hash, now], TAKEN)
  return taken && { id: taken.id, providerId: taken.provider_id, role: taken.role }
}

export const withdrawInvitation = async (tx: Executor, id: string, providerId: string | null): Promise<boolean> =>
  (await tx.query(WITHDRAW, [id, providerId])).length > 0

/** Links and sessions that are over. */
export const sweepStaff = sweepOf(
  { keepMs: 0, table: 'staff_invitation', where: 't.expires_at <= $3' },
  { keepMs: 0, table: 'staff_session', by: 'expires_at' },
)
