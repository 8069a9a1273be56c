import { AppError, OPERATOR_ROLES, type OperatorRole, PROJECT_ROLES, type ProjectRole } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { hasEarlierProcess } from '../../platform/database/key-holders.ts'
import { bigint, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const role = nullable(oneOf(OPERATOR_ROLES))
const PERSON = row({ id: text, email_enc: text, password_enc: text, totp_enc: text, totp_step: bigint, role })
const SELECT = 'select id, email_enc, password_enc, totp_enc, totp_step, role from staff'

const ADD = `
  insert into staff (id, email_idx, email_enc, password_enc, totp_enc, totp_step, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (email_idx) do nothing returning id`

/** A code of this step or of one before it was used already. */
const USE_STEP = 'update staff set totp_step = $2 where id = $1 and totp_step < $2 returning id'
/** Deletes one of the given codes. */
const USE_RECOVERY_CODE = `
  delete from staff_recovery_code where staff_id = $1 and hash = (
    select hash from staff_recovery_code where staff_id = $1 and hash = any($2::bytea[])
    order by hash limit 1 for update)
  returning staff_id`

const PROJECTS = `
  select m.provider_id as id, p.name, m.role from staff_membership m join provider p on p.id = m.provider_id
  where m.staff_id = $1 order by p.name, p.id`
const PROJECT = row({ id: text, name: text, role: oneOf(PROJECT_ROLES) })

const SET_MEMBERSHIP = `
  insert into staff_membership (staff_id, provider_id, role, since) values ($1, $2, $3, $4)
  on conflict (provider_id, staff_id) do update set role = excluded.role`

/** The last owner and the last operator stay: else no one could invite another. */
const LOCK_OWNERS = `select staff_id from staff_membership where provider_id = $1 and role = 'owner' order by 1 for update`
const LOCK_OPERATORS = `select id from staff where role = 'operator' order by 1 for update`

const MEMBERS = `
  select s.id, s.email_enc, m.role, m.since, max(f.used_at) as used_at
  from staff_membership m join staff s on s.id = m.staff_id left join staff_session f on f.staff_id = s.id
  where m.provider_id = $1 group by s.id, s.email_enc, m.role, m.since order by m.since, s.id`
const MEMBER = row({
  id: text,
  email_enc: text,
  role: oneOf(PROJECT_ROLES),
  since: timestamp,
  used_at: nullable(timestamp),
})

const OPERATORS = `
  select s.id, s.email_enc, s.role, s.created_at as since, max(f.used_at) as used_at
  from staff s left join staff_session f on f.staff_id = s.id
  where s.role is not null group by s.id order by s.created_at, s.id`
const OPERATOR = row({
  id: text,
  email_enc: text,
  role: oneOf(OPERATOR_ROLES),
  since: timestamp,
  used_at: nullable(timestamp),
})

const toPerson = (found: ReturnType<typeof PERSON.parse>) => ({
  id: found.id,
  emailEnc: found.email_enc,
  passwordEnc: found.password_enc,
  totpEnc: found.totp_enc,
  totpStep: found.totp_step,
  role: found.role,
})
export type StaffRow = ReturnType<typeof toPerson>

export async function findByEmail(db: Executor, emailIdx: Buffer): Promise<StaffRow | undefined> {
  const [found] = await db.query(`${SELECT} where email_idx = $1`, [emailIdx], PERSON)
  return found && toPerson(found)
}

export async function findStaff(db: Executor, id: string): Promise<StaffRow | undefined> {
  const [found] = await db.query(`${SELECT} where id = $1`, [id], PERSON)
  return found && toPerson(found)
}

type NewStaff = {
  id: string
  emailIdx: Buffer
  emailEnc: string
  passwordEnc: string
  totpEnc: string
  totpStep: number
  createdAt: Date
}

const changes = async (tx: Executor, statement: string, values: unknown[]): Promise<boolean> =>
  (await tx.query(statement, values)).length > 0

/** @returns false when the e-mail has an account */
export const addStaff = (tx: Executor, staff: NewStaff): Promise<boolean> =>
  changes(tx, ADD, [
    staff.id,
    staff.emailIdx,
    staff.emailEnc,
    staff.passwordEnc,
    staff.totpEnc,
    staff.totpStep,
    staff.createdAt,
  ])

/** @returns false when the code of this step, or of a later one, was used */
export const spendTotpStep = (tx: Executor, id: string, step: number): Promise<boolean> =>
  changes(tx, USE_STEP, [id, step])

/** @returns false for an unknown code, or one that was used */
export const spendRecoveryCode = (tx: Executor, id: string, hashes: readonly Buffer[]): Promise<boolean> =>
  changes(tx, USE_RECOVERY_CODE, [id, hashes])

/** The old ones are over. */
export async function writeRecoveryCodes(tx: Executor, id: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query('delete from staff_recovery_code where staff_id = $1', [id])
  await tx.query('insert into staff_recovery_code (staff_id, hash) select $1, unnest($2::bytea[])', [id, hashes])
}

export async function countRecoveryCodes(db: Executor, id: string): Promise<number> {
  const counted = 'select count(*)::int as total from staff_recovery_code where staff_id = $1'
  const [found] = await db.query(counted, [id], row({ total: int }))
  return found?.total ?? 0
}

export const writePassword = async (tx: Executor, id: string, passwordEnc: string): Promise<void> =>
  void (await tx.query('update staff set password_enc = $2 where id = $1', [id, passwordEnc]))

/** Nobody gets the role `support` while a process runs that can't read it. @throws AppError conflict */
export async function refuseEarly(db: Executor, given: ProjectRole | OperatorRole | null): Promise<void> {
  if (given === 'support' && (await hasEarlierProcess(db))) throw new AppError('conflict')
}

export const writeRole = (tx: Executor, id: string, role: OperatorRole | null): Promise<boolean> =>
  changes(tx, 'update staff set role = $2 where id = $1 returning id', [id, role])

export const projectsOf = (db: Executor, id: string) => db.query(PROJECTS, [id], PROJECT)

export async function readMembership(db: Executor, id: string, providerId: string): Promise<ProjectRole | undefined> {
  const select = 'select role from staff_membership where provider_id = $2 and staff_id = $1'
  const [found] = await db.query(select, [id, providerId], row({ role: oneOf(PROJECT_ROLES) }))
  return found?.role
}

type Membership = { staffId: string; providerId: string; role: ProjectRole; now: Date }

export const writeMembership = async (tx: Executor, { staffId, providerId, role, now }: Membership): Promise<void> =>
  void (await tx.query(SET_MEMBERSHIP, [staffId, providerId, role, now]))

export const removeMembership = (tx: Executor, staffId: string, providerId: string): Promise<boolean> =>
  changes(tx, 'delete from staff_membership where provider_id = $2 and staff_id = $1 returning role', [
    staffId,
    providerId,
  ])

/** Locks the owners of a provider until the end of the transaction. */
export const lockOwners = async (tx: Executor, providerId: string): Promise<string[]> =>
  (await tx.query(LOCK_OWNERS, [providerId], row({ staff_id: text }))).map(({ staff_id }) => staff_id)

/** Locks the operators until the end of the transaction. */
export const lockOperators = async (tx: Executor): Promise<string[]> =>
  (await tx.query(LOCK_OPERATORS, [], row({ id: text }))).map(({ id }) => id)

export const readMembers = (db: Executor, providerId: string) => db.query(MEMBERS, [providerId], MEMBER)

export const readOperators = (db: Executor) => db.query(OPERATORS, [], OPERATOR)

const SESSION = row({ staff_id: text, used_at: timestamp, expires_at: timestamp, role })
const FIND_SESSION = `
  select f.staff_id, f.used_at, f.expires_at, s.role
  from staff_session f join staff s on s.id = f.staff_id
  where f.hash = $1 and f.expires_at > $2 and f.used_at > $3`
const ADD_SESSION = 'insert into staff_session (hash, staff_id, used_at, expires_at) values ($1, $2, $3, $4)'

/** A session that is neither over nor was idle since `idleSince`. */
export async function findStaffSession(db: Executor, hash: Buffer, now: Date, idleSince: Date) {
  const [found] = await db.query(FIND_SESSION, [hash, now, idleSince], SESSION)
  return found && { staffId: found.staff_id, usedAt: found.used_at, expiresAt: found.expires_at, role: found.role }
}

export const markSessionUsed = async (db: Executor, hash: Buffer, now: Date): Promise<void> =>
  void (await db.query('update staff_session set used_at = $2 where hash = $1 and used_at < $2', [hash, now]))

type NewSession = { hash: Buffer; staffId: string; now: Date; expiresAt: Date }

export const addSession = async (tx: Executor, { hash, staffId, now, expiresAt }: NewSession): Promise<void> =>
  void (await tx.query(ADD_SESSION, [hash, staffId, now, expiresAt]))

export const endSession = (tx: Executor, hash: Buffer): Promise<boolean> =>
  changes(tx, 'delete from staff_session where hash = $1 returning staff_id', [hash])

/** All sessions of a person but the given one. */
export const endSessions = async (tx: Executor, staffId: string, except: Buffer | null = null): Promise<void> =>
  void (await tx.query('delete from staff_session where staff_id = $1 and ($2::bytea is null or hash <> $2)', [
    staffId,
    except,
  ]))
