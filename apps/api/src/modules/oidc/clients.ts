import { HOUR_MS } from '@avouch/contract'
import * as z from 'zod'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isCallableAddress, isLoopback, isProtected, isReturnAddress } from '../../platform/external-address.ts'
import { newId, newToken, tokenHash } from '../../platform/identifier.ts'
import { jsonOf } from '../../platform/json.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Audit } from '../audit/index.ts'
import { refusalOfClient } from './client-check.ts'
import * as store from './client-store.ts'

const SECRET_PREFIX = 'avcs'

export type NewClientOptions = {
  providerId: string
  redirectUris: readonly string[]
  authMethod: store.ClientAuthMethod
  /** The origins of websites with scripts that call the endpoints; for a public client. */
  origins: readonly string[]
  /** The public keys of a client that signs. */
  jwks: string | null
  subject: store.SubjectKind
  signingAlg: store.SigningAlg
  requirePar: boolean
  live: boolean
}
/** A client as it is listed: without hashes. */
export type ClientEntry = Omit<store.OidcClient, 'secretHash' | 'previousSecret'> & {
  previousSecretUntil: Date | null
  /** Why its requests are refused; null for one that works. */
  refusal: string | null
}
/** `secret` is stored nowhere: it is shown to the operator once. */
export type CreatedClient = { id: string; secret: string | null }

/** A client of the operator's settings. */
export type ConfiguredClient = { id: string; providerId: string; secretSha256: string; redirectUris: string[] }

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  /** @throws OperatorError for an unknown provider */
  requireProvider: (id: string) => Promise<unknown>
  /** Addresses are https. */
  protectedOnly: boolean
}

async function entryOf(client: store.OidcClient): Promise<ClientEntry> {
  const { secretHash: _hash, previousSecret, ...entry } = client
  const refusal = (await refusalOfClient(client)) ?? null
  return { ...entry, previousSecretUntil: previousSecret?.until ?? null, refusal }
}

/** A private key that was given by mistake is refused. */
const publicKey = z.looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']), d: z.undefined().optional() })
const keySet = z.looseObject({ keys: z.array(publicKey).min(1) })

/** @throws OperatorError for anything but public keys */
function readJwks(text: string): string {
  const { data: set } = keySet.safeParse(jsonOf(text))
  if (set === undefined) throw new OperatorError('The file is no JSON Web Key Set of public keys.')
  // Keys of two kinds may share one (RFC 7517, 4.5).
  const named = set.keys.filter(({ kid }) => kid !== undefined).map(({ kty, kid }) => `${kty} ${String(kid)}`)
  if (new Set(named).size < named.length)
    throw new OperatorError('Two keys of one kind have the same kid: a kid names one key.')
  return JSON.stringify(set)
}

/** A domain of the app's, reversed (RFC 8252, 7.1): other apps would claim a plain word. */
const APP_SCHEME = /^[a-z][\w+-]*\.[\w.+-]*:/i

/** Registers the clients of the settings; one that has left them is gone. */
export const registerClients = (db: Database, now: Date, configured: readonly ConfiguredClient[]): Promise<void> =>
  db.transaction(async (tx) => {
    await store.removeConfiguredClients(tx)
    for (const { id, providerId, secretSha256, redirectUris } of configured)
      await store.addClient(tx, {
        id,
        providerId,
        fromFile: true,
        live: true,
        authMethod: 'client_secret_basic',
        secretHash: Buffer.from(secretSha256, 'hex'),
        jwks: null,
        redirectUris,
        origins: [],
        subject: 'ephemeral',
        signingAlg: 'RS256',
        requirePar: false,
        createdAt: now,
      })
  })

/** Adds, shows and changes clients, for the operator. Every method throws OperatorError for what can't be done. */
export class ClientAdministration {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async create(options: NewClientOptions): Promise<CreatedClient> {
    await this.#deps.requireProvider(options.providerId)
    this.#refuseAddresses(options)
    if (options.origins.length > 0 && options.authMethod !== 'none')
      throw new OperatorError('Only a public client has origins.')
    const id = newId('client')
    const hasSecret = options.authMethod === 'client_secret_basic' || options.authMethod === 'client_secret_post'
    const secret = hasSecret ? newToken(SECRET_PREFIX) : null
    const client = {
      ...options,
      id,
      fromFile: false,
      secretHash: secret === null ? null : tokenHash(secret),
      jwks: options.jwks === null ? null : readJwks(options.jwks),
      createdAt: this.#deps.clock(),
    }
    const refusal = await refusalOfClient({ ...client, previousSecret: null })
    if (refusal !== undefined) throw new OperatorError(`Every request of this client would be refused: ${refusal}.`)
    await this.#deps.db.transaction(async (tx) => {
      await store.addClient(tx, client)
      await this.#deps.audit.append(tx, { type: 'operator.client_created', reason: `${options.providerId} ${id}` })
    })
    return { id, secret }
  }

  async list(providerId?: string) {
    return Promise.all((await store.readClients(this.#deps.db, providerId)).map(entryOf))
  }

  async show(id: string) {
    return entryOf(await this.#client(id))
  }

  /** Replaces the secret. The one before stays valid for the overlap, so that it can be replaced without an outage. */
  async rotateSecret(id: string, overlapHours: number): Promise<{ secret: string; oldEndsAt: Date }> {
    await this.#ownClient(id)
    const secret = newToken(SECRET_PREFIX)
    const oldEndsAt = later(this.#deps.clock(), overlapHours * HOUR_MS)
    const rotated = await this.#deps.db.transaction(async (tx) => {
      const changed = await store.rotateSecret(tx, id, tokenHash(secret), oldEndsAt)
      if (changed) await this.#deps.audit.append(tx, { type: 'operator.client_secret_set', reason: id })
      return changed
    })
    if (!rotated) throw new OperatorError(`The client ${id} has no secret.`)
    return { secret, oldEndsAt }
  }

  /** Removes a client, its codes and its tokens. */
  async remove(id: string): Promise<void> {
    await this.#ownClient(id)
    await this.#deps.db.transaction(async (tx) => {
      if (await store.removeClient(tx, id))
        await this.#deps.audit.append(tx, { type: 'operator.client_removed', reason: id })
    })
  }

  async #client(id: string): Promise<store.OidcClient> {
    const { db } = this.#deps
    const found = await store.findClient(db, id)
    if (found === undefined) throw new OperatorError(`There is no client ${id}.`)
    return found
  }

  async #ownClient(id: string): Promise<store.OidcClient> {
    const found = await this.#client(id)
    if (found.fromFile) throw new OperatorError(`The client ${id} comes with the settings.`)
    return found
  }

  #refuseAddresses({ redirectUris, origins, live, authMethod }: NewClientOptions): void {
    const { protectedOnly } = this.#deps
    if (redirectUris.length === 0) throw new OperatorError('A client needs an address that visitors go back to.')
    const isPublic = authMethod === 'none'
    const isOfApp = (address: string) => isPublic && APP_SCHEME.test(address) && isReturnAddress(address)
    for (const address of redirectUris)
      if (!(isCallableAddress(address) || isOfApp(address)) || address.includes('#') || address.includes('*'))
        throw new OperatorError(
          'Visitors go back to a whole http or https address without a fragment; to an app (--public) also by a scheme like com.example.app:/callback.',
        )
    for (const origin of origins)
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new OperatorError('An origin is a scheme and a host, like https://shop.example.')
    const isSafe = (address: string) => isProtected(address) || (!live && isLoopback(address))
    const isSafeReturn = (address: string) => isSafe(address) || (isPublic && isLoopback(address))
    if (protectedOnly && !(redirectUris.every(isSafeReturn) && origins.every(isSafe)))
      throw new OperatorError('In production addresses are https.')
  }
}
