import {
  type AdminKey,
  type AdminProject,
  AppError,
  looksLike,
  type ProofMethod,
  type Scope,
  USUAL_SCOPES,
} from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { findStreak } from '../../platform/database/streaks.ts'
import { isLoopback } from '../../platform/external-address.ts'
import { random } from '../../platform/random.ts'
import type { Audit } from '../audit/index.ts'
import type { ProviderAdministration } from './administration.ts'
import type { KeyEntry } from './key-store.ts'
import { logoPath } from './logo.ts'
import { addProvider, hasSecret, writeStage, writeTestName } from './provider-store.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { Switches } from '../switches/index.ts'

const USUAL_OVERLAP_HOURS = 24
const SLUG_MAX_LENGTH = 40
const SUFFIX_BYTES = 4

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  switches: Switches
  limiter: RateLimiter
  administration: ProviderAdministration
  /** Names of the product, and of no one else. */
  ownNames: readonly string[]
}

/** Readable and unique: an id without random letters would reveal which projects exist. */
function newProjectId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return `${slug || 'project'}-${random(SUFFIX_BYTES).toString('hex')}`
}

/** The field of the form that has the name. */
type NameField = 'name' | 'project'

const refused = (code: 'invalid_request' | 'conflict', field: NameField | 'uri') =>
  new AppError(code, { errors: [{ field, code: 'invalid_request' }] })

type Wanted = { name?: string | undefined; accept?: readonly ProofMethod[] | undefined }

/** Visitors read the host. An app's address has a scheme instead. */
const hostOf = (address: string): string => {
  const url = URL.parse(address)
  return url === null ? '' : `${url.protocol}//${url.host}`
}

type WantedKey = { live: boolean; scopes?: readonly Scope[] | undefined; days?: number | undefined }

const shownKey = (key: KeyEntry): AdminKey => ({
  id: key.id,
  live: key.live,
  scopes: key.scopes,
  from_file: key.fromFile,
  created_at: key.createdAt?.toISOString() ?? null,
  last_used_on: key.lastUsedOn,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})

/** Providers as their own people set them up. */
export class Projects {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError conflict, invalid_request */
  async refuseSignUp(name: string, field: NameField): Promise<void> {
    if (!(await this.#deps.switches.isOn('provider_signup')))
      throw new AppError('conflict', { errors: [{ field: 'project', code: 'conflict' }] })
    this.#refuseOwnName(name, field)
  }

  /** Counts what a project has sent to the address that it named. @throws AppError too_many_requests */
  countSent(id: string, what: 'test-event' | 'event-again') {
    return this.#deps.limiter.admit(this.#deps.db, { rule: `${what}.number`, subject: id })
  }

  /** A new test project. @throws AppError conflict */
  async add(tx: Executor, name: string): Promise<string> {
    const id = newProjectId(name)
    if (!(await addProvider(tx, { id, name, stage: 'test' }))) throw new AppError('conflict')
    return id
  }

  async #failingOf(id: string) {
    const streak = await findStreak(this.#deps.db, 'webhook', id)
    if (streak === undefined || streak.since === null) return null
    const { since, lastGood, why, detail } = streak
    return { since: since.toISOString(), last_good: lastGood?.toISOString() ?? null, why, detail }
  }

  /** @throws AppError not_found */
  async read(id: string): Promise<AdminProject> {
    const { db, administration } = this.#deps
    const shown = await administration.show(id)
    return {
      id,
      name: shown.name,
      stage: shown.stage,
      suspended_at: shown.suspendedAt?.toISOString() ?? null,
      from_file: shown.fromFile,
      accept: shown.accept,
      logo: shown.logoFile && logoPath(shown.logoFile),
      redirect_uris: shown.redirects.map(({ uri }) => uri),
      webhook: {
        failing: await this.#failingOf(id),
        url: shown.webhookUrl,
        has_secret: await hasSecret(db, id),
        stopped_at: shown.webhookDisabledAt?.toISOString() ?? null,
        previous_secret_until: shown.previousSecretUntil?.toISOString() ?? null,
      },
    }
  }

  /** @throws AppError conflict for what the operator's file says, and for a name that the operator has seen */
  async update(id: string, { name, accept }: Wanted): Promise<AdminProject> {
    const { db, audit, administration } = this.#deps
    const shown = await administration.show(id)
    if (shown.fromFile) throw new AppError('conflict')
    if (name !== undefined && name !== shown.name) {
      this.#refuseOwnName(name, 'name')
      await db.transaction(async (tx) => {
        if (!(await writeTestName(tx, id, name))) throw refused('conflict', 'name')
        await audit.append(tx, { type: 'project.renamed', reason: id })
      })
    }
    if (accept !== undefined) await administration.accept(id, accept)
    return this.read(id)
  }

  /** Repeating it changes nothing. @throws AppError conflict for a project that is live */
  async requestLive(id: string): Promise<AdminProject> {
    const { db, audit } = this.#deps
    await db.transaction(async (tx) => {
      if (await writeStage(tx, id, 'requested', ['test']))
        await audit.append(tx, { type: 'project.live_requested', reason: id })
      else if (!(await writeStage(tx, id, 'requested', ['requested']))) throw new AppError('conflict')
    })
    return this.read(id)
  }

  /** @throws AppError conflict for a host that the operator has not seen */
  async addRedirect(id: string, uri: string): Promise<AdminProject> {
    const { administration } = this.#deps
    const { stage, redirects } = await administration.show(id)
    const isSeen = stage === 'test' || isLoopback(uri) || redirects.some((known) => hostOf(known.uri) === hostOf(uri))
    if (!isSeen) throw refused('conflict', 'uri')
    await administration.addRedirect(id, uri)
    return this.read(id)
  }

  async removeRedirect(id: string, uri: string): Promise<AdminProject> {
    await this.#deps.administration.removeRedirect(id, uri)
    return this.read(id)
  }

  async keys(id: string): Promise<AdminKey[]> {
    const { administration } = this.#deps
    return (await administration.keys(id)).map(shownKey)
  }

  /** @throws AppError conflict for a live key before the operator has agreed */
  async createKey(id: string, { live, scopes = USUAL_SCOPES, days }: WantedKey) {
    const { stage } = await this.#deps.administration.show(id)
    if (live && stage !== 'live') throw new AppError('conflict', { errors: [{ field: 'live', code: 'conflict' }] })
    const made = await this.#deps.administration.createKey(id, { live, scopes, days })
    return { key: shownKey(await this.#ownKey(id, made.id)), api_key: made.secret }
  }

  /** @throws AppError not_found, conflict */
  async rotateKey(id: string, keyId: string, overlapHours = USUAL_OVERLAP_HOURS) {
    await this.#ownKey(id, keyId)
    const made = await this.#deps.administration.rotateKey(keyId, overlapHours)
    return { key: shownKey(await this.#ownKey(id, made.id)), api_key: made.secret }
  }

  async revokeKey(id: string, keyId: string): Promise<void> {
    const { administration } = this.#deps
    await this.#ownKey(id, keyId)
    await administration.revokeKey(keyId)
  }

  /** @returns the new secret when there was none */
  async setWebhook(id: string, url: string) {
    const { administration } = this.#deps
    return (await administration.setWebhook(id, url)) ?? null
  }

  rotateSecret(id: string, overlapHours = USUAL_OVERLAP_HOURS) {
    const { administration } = this.#deps
    return administration.rotateSecret(id, overlapHours)
  }

  enableWebhook(id: string) {
    const { administration } = this.#deps
    return administration.enableWebhook(id)
  }

  /** @throws AppError invalid_request */
  #refuseOwnName(name: string, field: NameField): void {
    const { ownNames } = this.#deps
    if (ownNames.some((own) => looksLike(name, own))) throw refused('invalid_request', field)
  }

  /** A key of this project. @throws AppError not_found, the same for another's and for none */
  async #ownKey(id: string, keyId: string): Promise<KeyEntry> {
    const { administration } = this.#deps
    const found = (await administration.keys(id)).find((key) => key.id === keyId)
    if (found === undefined) throw new AppError('not_found')
    return found
  }
}
