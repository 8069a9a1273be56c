import { AppError, type TokenAnswer } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { markAppeal, recognise } from '../accounts/index.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import type { TrustedNetworks } from '../rate-limits/index.ts'
import { insertFamily, type OpenedFamily, type Sessions } from '../sessions/index.ts'
import { findAppealing, makeAccount, type RegistrationStops } from '../sign-in/index.ts'
import { countAppeal } from './appeal-months.ts'

type Deps = {
  db: Database
  clock: Clock
  sessions: Sessions
  networks: TrustedNetworks
  stops: RegistrationStops
  audit: Audit
}
type Refusal = 'invalid_token' | 'appeal_used'

/** The one registration that a number stopped as under age may make: its approval waits for a person. */
export class Appeals {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Makes an account of the registration that the token names, and opens its session. Of the ended account nothing is left to find.
   * @throws AppError invalid_token for a token that is unknown, over or another browser's; appeal_used
   */
  async begin(token: string, client: Client): Promise<TokenAnswer> {
    const { db, clock, sessions } = this.#deps
    const opened = sessions.prepareFull(newId('usr'), null, client.device)
    const shown = { hash: tokenHash(token), device: client.device, now: clock() }
    const refusal = await db.transaction((tx) => this.#complete(tx, shown, opened, client))
    if (refusal !== undefined) throw new AppError(refusal)
    return opened.answer
  }

  /** Registration, stop, account, session, browser: rows are locked in this order. */
  async #complete(
    tx: Executor,
    shown: { hash: Buffer; device: Device; now: Date },
    { family, access, answer: { user_id: accountId } }: OpenedFamily,
    client: Client,
  ): Promise<Refusal | undefined> {
    const { stops, networks, audit } = this.#deps
    const { device, now } = family
    const registration = await findAppealing(tx, shown)
    if (registration === undefined) return 'invalid_token'
    const stop = await stops.useAppeal(tx, registration, now)
    if (stop !== 'may_appeal') return stop === 'used' ? 'appeal_used' : 'invalid_token'
    if (!(await makeAccount(tx, registration.id, accountId, now))) return 'appeal_used'
    await markAppeal(tx, accountId)
    await insertFamily(tx, family, access)
    if (device !== null) await recognise(tx, accountId, device, now)
    await networks.vouch(tx, registration.phoneIdx, client)
    await countAppeal(tx, now)
    const what: Omit<AuditEvent, 'type'> = { accountId, familyId: family.id, device }
    await audit.append(
      tx,
      { ...what, type: 'appeal.begun' },
      ...(device === null ? [] : [{ ...what, type: 'device.added' } as const]),
      { ...what, type: 'auth.token.issued' },
    )
    return undefined
  }
}
