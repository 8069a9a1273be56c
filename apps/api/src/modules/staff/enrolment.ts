import { AppError, MINUTE_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Client } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import { emailIndex, type StaffDeps } from './deps.ts'
import { readInvitation, takeInto } from './invitations.ts'
import { newRecoveryCodes, recoveryHashes } from './recovery-codes.ts'
import { openSession } from './sessions.ts'
import { addStaff, writeMembership, writeRecoveryCodes } from './staff-store.ts'
import { newTotpSecret, stepOf, totpUrl } from './totp.ts'

const ENROLMENT_MS = 15 * MINUTE_MS
const OWNER = 'enrolment'

/** All that is known of a person until the first code is right: sealed, and kept by the caller, so that nothing is stored. */
const enrolment = z.object({
  id: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  totpSecret: z.string(),
  invitation: z.nullable(z.string()),
  project: z.nullable(z.string()),
  until: z.int(),
})
type Enrolment = z.infer<typeof enrolment>

type Given = { email: string; password: string; invitation: string | null; project: string | null }

/** @throws AppError dead_link; conflict while no one may make a project */
export async function enrol(deps: StaffDeps, given: Given, client: Client) {
  const { invitation, project } = given
  if (invitation === null) await deps.refuseSignUp(project ?? '', 'project')
  else await readInvitation(deps, invitation)
  const [id, email, totpSecret] = [newId('stf'), given.email.trim(), newTotpSecret()]
  const passwordHash = await deps.passwords.hash(given.password, client, id)
  const until = later(deps.clock(), ENROLMENT_MS).getTime()
  const sealed: Enrolment = {
    id,
    email,
    passwordHash,
    totpSecret,
    until,
    invitation,
    project,
  }
  return {
    enrolment: deps.keys.seal(OWNER, JSON.stringify(sealed)),
    totp_secret: totpSecret,
    totp_url: totpUrl(totpSecret, deps.productName, email),
  }
}

/** @throws AppError dead_link, wrong_verification; conflict when the e-mail has an account */
export async function confirmEnrolment(deps: StaffDeps, sealed: string, code: string) {
  const given = opened(deps, sealed)
  const now = deps.clock()
  if (given === undefined || given.until <= now.getTime()) throw new AppError('dead_link')
  const step = stepOf(given.totpSecret, code, now)
  if (step === undefined) throw new AppError('wrong_verification')
  // Not within the transaction: it reads through a connection of its own, and the embedded database has one alone.
  if (given.invitation === null) await deps.refuseSignUp(given.project ?? '', 'project')
  const codes = newRecoveryCodes()
  const session = await deps.db.transaction(async (tx) => {
    await add(deps, tx, given, step)
    await writeRecoveryCodes(tx, given.id, codes.flatMap(recoveryHashes))
    return openSession(deps, tx, given.id)
  })
  return { staffId: given.id, codes, ...session }
}

function opened({ keys }: StaffDeps, sealed: string): Enrolment | undefined {
  try {
    return enrolment.parse(JSON.parse(keys.open(OWNER, sealed)))
  } catch {
    // Not sealed by us.
    return undefined
  }
}

async function add(deps: StaffDeps, tx: Executor, given: Enrolment, totpStep: number): Promise<void> {
  const { keys, passwords, clock } = deps
  const { id, email, invitation, project } = given
  const added = await addStaff(tx, {
    id,
    emailIdx: emailIndex(deps, email),
    emailEnc: keys.seal(id, email),
    passwordEnc: passwords.seal(id, given.passwordHash),
    totpEnc: keys.seal(id, given.totpSecret),
    totpStep,
    createdAt: clock(),
  })
  if (!added) throw new AppError('conflict', { errors: [{ field: 'email', code: 'conflict' }] })
  if (invitation !== null) return takeInto(deps, tx, invitation, id)
  await addOwnProject(deps, tx, id, project ?? '')
}

/** One more test project of a person. @throws AppError conflict while no one may make one */
export async function foundProject(deps: StaffDeps, staffId: string, name: string): Promise<string> {
  await deps.refuseSignUp(name, 'name')
  return deps.db.transaction((tx) => addOwnProject(deps, tx, staffId, name))
}

async function addOwnProject({ addProject, clock, append }: StaffDeps, tx: Executor, staffId: string, name: string) {
  const providerId = await addProject(tx, name)
  await writeMembership(tx, { staffId, providerId, role: 'owner', now: clock() })
  await append(tx, { type: 'project.created', staffId, reason: providerId })
  return providerId
}
