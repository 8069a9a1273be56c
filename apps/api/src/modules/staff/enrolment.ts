import { AppError, MINUTE_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { Projects } from '../providers/index.ts'
import type { Invitations } from './invitations.ts'
import type { OwnProjects } from './own-projects.ts'
import { newRecoveryCodes, recoveryHashes } from './recovery-codes.ts'
import type { Secrets } from './secrets.ts'
import type { StaffSessions } from './staff-sessions.ts'
import { addStaff, writeRecoveryCodes } from './staff-store.ts'
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

type Deps = {
  db: Database
  clock: Clock
  secrets: Secrets
  invitations: Invitations
  projects: Projects
  ownProjects: OwnProjects
  sessions: StaffSessions
  productName: string
}

/** New people at the consoles: by an invitation, or with a test project of their own. */
export class Enrolments {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError dead_link; conflict while no one may make a project */
  async begin({ email: typed, password, invitation, project }: Given, client: Client) {
    const { clock, secrets, invitations, projects, productName } = this.#deps
    if (invitation === null) await projects.refuseSignUp(project ?? '', 'project')
    else await invitations.read(invitation)
    const [id, email, totpSecret] = [newId('stf'), typed.trim(), newTotpSecret()]
    const passwordHash = await secrets.hashPassword(password, client)
    const until = later(clock(), ENROLMENT_MS).getTime()
    const begun: Enrolment = { id, email, passwordHash, totpSecret, until, invitation, project }
    return {
      enrolment: secrets.seal(OWNER, JSON.stringify(begun)),
      totp_secret: totpSecret,
      totp_url: totpUrl(totpSecret, productName, email),
    }
  }

  /** @throws AppError dead_link, wrong_verification; conflict when the e-mail has an account */
  async confirm(sealed: string, code: string) {
    const { db, clock, projects, sessions } = this.#deps
    const given = this.#opened(sealed)
    const now = clock()
    if (given === undefined || given.until <= now.getTime()) throw new AppError('dead_link')
    const step = stepOf(given.totpSecret, code, now)
    if (step === undefined) throw new AppError('wrong_verification')
    // Not within the transaction: it reads through a second connection, and the embedded database has only one.
    if (given.invitation === null) await projects.refuseSignUp(given.project ?? '', 'project')
    const codes = newRecoveryCodes()
    const session = await db.transaction(async (tx) => {
      await this.#add(tx, given, step)
      await writeRecoveryCodes(tx, given.id, codes.flatMap(recoveryHashes))
      return sessions.open(tx, given.id)
    })
    return { staffId: given.id, codes, ...session }
  }

  #opened(sealed: string): Enrolment | undefined {
    try {
      return enrolment.parse(JSON.parse(this.#deps.secrets.open(OWNER, sealed)))
    } catch {
      // Not sealed by us.
      return undefined
    }
  }

  async #add(tx: Executor, given: Enrolment, totpStep: number): Promise<void> {
    const { secrets, clock, invitations, ownProjects } = this.#deps
    const { id, email, invitation, project } = given
    const added = await addStaff(tx, {
      id,
      emailIdx: secrets.emailIndex(email),
      emailEnc: secrets.seal(id, email),
      passwordEnc: secrets.seal(id, given.passwordHash),
      totpEnc: secrets.seal(id, given.totpSecret),
      totpStep,
      createdAt: clock(),
    })
    if (!added) throw new AppError('conflict', { errors: [{ field: 'email', code: 'conflict' }] })
    if (invitation === null) await ownProjects.add(tx, id, project ?? '')
    else await invitations.spend(tx, invitation, id)
  }
}
