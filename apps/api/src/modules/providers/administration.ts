import { randomBytes } from 'node:crypto'
import {
  HOUR_MS,
  PROOF_METHODS,
  PROVIDER_NAME_MAX_LENGTH,
  type Scope,
  visibleName,
  withoutDirectionMarks,
} from '@avouch/contract'
import { newApiKey } from '../../platform/api-key.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { endStreak } from '../../platform/database/streaks.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import {
  isCallableAddress,
  isLoopback,
  isProtected,
  isReturnAddress,
  mayBePublic,
} from '../../platform/external-address.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Audit, AuditType } from '../audit/index.ts'
import { addKey, endKey, findKey, type KeyEntry, type NewKey, readKeys, revokeKey } from './key-store.ts'
import { LOGO_FORMATS, logoOf } from './logo.ts'
import * as store from './provider-store.ts'

const ID = /^[a-z0-9-]{1,64}$/

type KeyRequest = { live: boolean; scopes: readonly Scope[]; days?: number | undefined }
/** `secret` is stored nowhere: it is shown to the operator once. */
type MadeKey = { id: string; secret: string }

type Deps = {
  db: Database
  clock: Clock
  /** Seals webhook secrets. */
  keys: Keys
  audit: Audit
  /** Refuses addresses other than https, an app's own and, for test requests, the developer's machine. */
  protectedOnly: boolean
  /** Events may be sent into the operator's own network. */
  privateReceivers: boolean
}

function readName(typed: string): string {
  const { success, data } = visibleName.safeParse(withoutDirectionMarks(typed))
  if (success) return data
  throw new OperatorError(
    `The name of a provider has 1 to ${PROVIDER_NAME_MAX_LENGTH} characters that can be seen, letters or digits among them.`,
    'invalid_request',
  )
}

function newKey(now: Date, providerId: string, { live, scopes, days }: KeyRequest): { made: MadeKey; key: NewKey } {
  const [id, secret] = [newId('key'), newApiKey(live)]
  const expiresAt = days === undefined ? null : later(now, days * 24 * HOUR_MS)
  const key = { id, hash: tokenHash(secret), providerId, live, scopes, createdAt: now, expiresAt }
  return { made: { id, secret }, key }
}

/** Adds, shows and changes providers, for the operator. Every method throws OperatorError for what can't be done. */
export class ProviderAdministration {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async create(id: string, typedName: string): Promise<void> {
    const name = readName(typedName)
    if (!ID.test(id))
      throw new OperatorError('The id of a provider is made of small letters, digits and dashes.', 'invalid_request')
    const created = await this.#change({ type: 'operator.provider_created', reason: id }, (tx) =>
      store.addProvider(tx, { id, name, stage: 'live' }),
    )
    if (!created) throw new OperatorError(`There is a provider ${id} already.`)
  }

  async rename(id: string, typedName: string): Promise<void> {
    const name = readName(typedName)
    await this.#ownProvider(id)
    const renamed = await this.#change({ type: 'operator.provider_renamed', reason: id }, (tx) =>
      store.writeName(tx, id, name),
    )
    if (!renamed) throw new OperatorError(`That is the name of ${id} already.`)
  }

  list() {
    const { db } = this.#deps
    return store.readAllProviders(db)
  }

  async show(id: string) {
    const { db } = this.#deps
    return {
      ...(await this.#provider(id)),
      keys: await readKeys(db, id),
      redirects: await store.readRedirects(db, id),
      accept: await store.readAccepted(db, id),
    }
  }

  async createKey(providerId: string, request: KeyRequest): Promise<MadeKey> {
    await this.#provider(providerId)
    const { made, key } = newKey(this.#deps.clock(), providerId, request)
    await this.#change({ type: 'operator.key_created', reason: `${providerId} ${key.id}` }, async (tx) => {
      await addKey(tx, key)
      return true
    })
    return made
  }

  async keys(id: string): Promise<KeyEntry[]> {
    const { db } = this.#deps
    await this.#provider(id)
    return readKeys(db, id)
  }

  async revokeKey(id: string): Promise<void> {
    await this.#changeableKey(id)
    const now = this.#deps.clock()
    const revoked = await this.#change({ type: 'operator.key_revoked', reason: id }, (tx) => revokeKey(tx, id, now))
    if (!revoked) throw new OperatorError(`The key ${id} is revoked already.`)
  }

  /** A key of the same kind. The old one stays valid for the overlap, so that it can be replaced without an outage. */
  async rotateKey(id: string, overlapHours: number): Promise<MadeKey & { oldEndsAt: Date }> {
    const old = await this.#changeableKey(id)
    const { made, key } = newKey(this.#deps.clock(), old.providerId, { live: old.live !== false, scopes: old.scopes })
    const oldEndsAt = later(key.createdAt, overlapHours * HOUR_MS)
    const rotation = { type: 'operator.key_rotated', reason: `${old.providerId} ${id} ${key.id}` } as const
    const rotated = await this.#change(rotation, async (tx) => {
      const ended = await endKey(tx, id, oldEndsAt, key.createdAt)
      if (ended) await addKey(tx, key)
      return ended
    })
    if (!rotated) throw new OperatorError(`The key ${id} is over.`)
    return { ...made, oldEndsAt }
  }

  async addRedirect(providerId: string, uri: string): Promise<void> {
    await this.#ownProvider(providerId)
    if (!isReturnAddress(uri))
      throw new OperatorError('Visitors go back to a whole address, of a website or an app.', 'invalid_request')
    // Live requests with it are refused at their creation.
    if (!isLoopback(uri)) this.#refuseUnprotected(uri)
    const added = await this.#change({ type: 'operator.redirect_added', reason: providerId }, (tx) =>
      store.addRedirect(tx, { providerId, uri, fromFile: false }),
    )
    if (!added) throw new OperatorError('This address is registered already.')
  }

  async removeRedirect(providerId: string, uri: string): Promise<void> {
    await this.#ownProvider(providerId)
    const removed = await this.#change({ type: 'operator.redirect_removed', reason: providerId }, (tx) =>
      store.removeRedirect(tx, providerId, uri),
    )
    if (!removed) throw new OperatorError('This address is not registered.', 'not_found')
  }

  /** Sets the methods of requests without `accept`. Repeating it changes nothing. */
  async accept(providerId: string, named: readonly string[]): Promise<void> {
    await this.#provider(providerId)
    const methods = PROOF_METHODS.filter((method) => named.includes(method))
    if (methods.length < named.length)
      throw new OperatorError(`A method is one of ${PROOF_METHODS.join(', ')}, each once.`, 'invalid_request')
    await this.#change({ type: 'operator.methods_set', reason: providerId }, (tx) =>
      store.writeAccepted(tx, providerId, methods),
    )
  }

  /** Sets the picture that visitors see with the name. The same picture again changes nothing. */
  async setLogo(providerId: string, bytes: Buffer): Promise<void> {
    await this.#ownProvider(providerId)
    const logo = logoOf(bytes)
    if (logo === undefined) throw new OperatorError(`A logo is ${LOGO_FORMATS}.`, 'invalid_request')
    await this.#change({ type: 'operator.logo_set', reason: providerId }, (tx) => store.writeLogo(tx, providerId, logo))
  }

  async removeLogo(providerId: string): Promise<void> {
    await this.#ownProvider(providerId)
    const removed = await this.#change({ type: 'operator.logo_removed', reason: providerId }, (tx) =>
      store.writeLogo(tx, providerId, undefined),
    )
    if (!removed) throw new OperatorError(`The provider ${providerId} has no logo.`)
  }

  /** @returns the new secret when there was none */
  async setWebhook(providerId: string, url: string): Promise<string | undefined> {
    await this.#ownProvider(providerId)
    if (!isCallableAddress(url))
      throw new OperatorError('Events are sent to a whole http or https address.', 'invalid_request')
    this.#refuseUnprotected(url)
    if (!this.#deps.privateReceivers && !mayBePublic(url))
      throw new OperatorError('Events are sent to public addresses only.', 'invalid_request')
    const secret = (await store.hasSecret(this.#deps.db, providerId))
      ? undefined
      : await this.#replaceSecret(providerId, this.#deps.clock())
    await this.#change({ type: 'operator.webhook_set', reason: providerId }, async (tx) => {
      // The failures were another receiver's.
      await endStreak(tx, 'webhook', providerId)
      return store.writeWebhook(tx, providerId, url)
    })
    return secret
  }

  /** Events are signed with both secrets during the overlap. The first one may be created before the webhook. */
  async rotateSecret(providerId: string, overlapHours: number): Promise<string> {
    await this.#ownProvider(providerId)
    return this.#replaceSecret(providerId, later(this.#deps.clock(), overlapHours * HOUR_MS))
  }

  async enableWebhook(providerId: string): Promise<void> {
    await this.#provider(providerId)
    const enabled = await this.#change({ type: 'operator.webhook_enabled', reason: providerId }, (tx) =>
      store.enableWebhook(tx, providerId),
    )
    if (!enabled) throw new OperatorError(`The webhook of ${providerId} is not stopped.`)
  }

  /** Makes one change, and writes the audit event with it when something changed. `reason`: ids and nothing else. */
  #change(
    { type, reason }: { type: AuditType; reason: string },
    run: (tx: Executor) => Promise<boolean>,
  ): Promise<boolean> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      const changed = await run(tx)
      if (changed) await audit.append(tx, { type, reason })
      return changed
    })
  }

  #refuseUnprotected(address: string): void {
    const { protectedOnly } = this.#deps
    if (protectedOnly && !isProtected(address))
      throw new OperatorError('In production addresses are https.', 'invalid_request')
  }

  async #provider(id: string): Promise<store.ProviderEntry> {
    const { db } = this.#deps
    const found = await store.findProvider(db, id)
    if (found === undefined) throw new OperatorError(`There is no provider ${id}.`, 'not_found')
    return found
  }

  /** The file is read at every start, so a change to one of its providers would be lost. */
  async #ownProvider(id: string): Promise<store.ProviderEntry> {
    const found = await this.#provider(id)
    if (found.fromFile) throw new OperatorError(`The provider ${id} comes from PROVIDERS_FILE: change it there.`)
    return found
  }

  async #changeableKey(id: string): Promise<KeyEntry> {
    const { db } = this.#deps
    const key = await findKey(db, id)
    if (key === undefined) throw new OperatorError(`There is no key ${id}.`, 'not_found')
    if (key.fromFile) throw new OperatorError(`The key ${id} comes from PROVIDERS_FILE: change it there.`)
    return key
  }

  /** Makes a new secret; the old one signs too until `previousUntil`. */
  async #replaceSecret(providerId: string, previousUntil: Date): Promise<string> {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    await this.#change({ type: 'operator.webhook_secret_set', reason: providerId }, (tx) =>
      store.writeSecret(tx, providerId, this.#deps.keys.seal(providerId, secret), previousUntil),
    )
    return secret
  }
}
