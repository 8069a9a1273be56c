import { AppError, type ProofMethod, type Scope, SCOPES, USUAL_SCOPES } from '@avouch/contract'
import { isDamaged, isLiveKey } from '../../platform/api-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { isProtected } from '../../platform/external-address.ts'
import type { Keys } from '../../platform/keyring.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Audit } from '../audit/index.ts'
import { domainOf } from './domain.ts'
import { findValidKey, markKeyUsed, putListedKey, removeUnlistedKeys } from './key-store.ts'
import { LOGO_FORMATS, type Logo, logoOf, typeOfLogo } from './logo.ts'
import {
  addRedirect,
  findLogo,
  firstWebRedirect,
  isRegisteredRedirect,
  putProvider,
  readAccepted,
  removeListedRedirects,
} from './provider-store.ts'

const FINGERPRINT_LENGTH = 16

/** An authenticated provider. `live: false`: a test key, which sees and creates test intents only. */
export type ProviderAccess = { providerId: string; live: boolean; scopes: readonly Scope[] }

/** A provider as the operator's file names it. */
export type ProviderSettings = {
  id: string
  name: string
  /** SHA-256 of each API key, hexadecimal. */
  apiKeySha256: string[]
  redirectUris: string[]
  /** Lets its keys request money. */
  payments: boolean
  /** During a change of the secret events carry a signature of each. undefined: no events. */
  webhook?: { url: string; secret: string; previousSecret?: string | undefined } | undefined
  /** The bytes of its picture. */
  logo?: Buffer | undefined
}

type Deps = {
  db: Database
  clock: Clock
  /** `secrets` seal webhook secrets; `settings` make the fingerprint of the operator's file. */
  keys: { secrets: Keys; settings: Keys }
  audit: Audit
  /** Live requests send visitors to https, or to an app's own address. */
  protectedOnly: boolean
}

type Owner = Pick<ProviderAccess, 'providerId' | 'live'>

/** @throws StartupError for a file that is no logo */
function listedLogo({ id, logo: bytes }: ProviderSettings): Logo | undefined {
  const logo = bytes && logoOf(bytes)
  if (bytes !== undefined && logo === undefined) throw new StartupError(`The logo of ${id} is not ${LOGO_FORMATS}.`)
  return logo
}

type Listed = Omit<ProviderSettings, 'logo'> & { logo: Logo | undefined }

async function put(tx: Executor, keys: Keys, { id, name, webhook, logo, ...listed }: Listed) {
  const sealed = (secret: string | undefined) => (secret === undefined ? null : keys.seal(id, secret))
  await putProvider(tx, {
    id,
    name,
    url: webhook?.url ?? null,
    secretEnc: sealed(webhook?.secret),
    previousSecretEnc: sealed(webhook?.previousSecret),
    logo,
  })
  const scopes = listed.payments ? SCOPES : USUAL_SCOPES
  for (const hash of listed.apiKeySha256)
    await putListedKey(tx, { hash: Buffer.from(hash, 'hex'), providerId: id, id: newId('key'), scopes })
  for (const uri of listed.redirectUris) await addRedirect(tx, { providerId: id, uri, fromFile: true })
}

/** The websites that request proofs of age, as they call the API. */
export class Providers {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError invalid_api_key, insufficient_scope */
  async authenticate(apiKey: string, scope: Scope | undefined): Promise<ProviderAccess> {
    const { db, clock } = this.#deps
    const now = clock()
    const key = isDamaged(apiKey) ? undefined : await findValidKey(db, tokenHash(apiKey), now)
    if (key === undefined) throw new AppError('invalid_api_key')
    const today = now.toISOString().slice(0, 10)
    if (key.lastUsedOn !== today) await markKeyUsed(db, key.id, today)
    if (scope !== undefined && !key.scopes.includes(scope)) throw new AppError('insufficient_scope')
    return { providerId: key.providerId, live: isLiveKey(apiKey), scopes: key.scopes }
  }

  async isRegisteredRedirect({ providerId, live }: Owner, uri: string): Promise<boolean> {
    const { db, protectedOnly } = this.#deps
    if (!isProtected(uri) && live && protectedOnly) return false
    return isRegisteredRedirect(db, providerId, uri)
  }

  /** Reports an address that is not registered. @throws AppError redirect_uri_not_registered */
  async requireRegisteredRedirect(owner: Owner, uri: string): Promise<void> {
    if (await this.isRegisteredRedirect(owner, uri)) return
    await this.#deps.audit.report({ type: 'redirect.rejected', reason: owner.providerId })
    throw new AppError('redirect_uri_not_registered')
  }

  /** The methods of its requests without `accept`; null: every method. */
  acceptedMethods(providerId: string): Promise<ProofMethod[] | null> {
    return readAccepted(this.#deps.db, providerId)
  }

  /** The host that visitors read with the provider's name; null if only apps are registered. */
  async domainFor(providerId: string, returnAddress: string): Promise<string | null> {
    return domainOf(returnAddress) ?? domainOf((await firstWebRedirect(this.#deps.db, providerId)) ?? '')
  }

  /** @returns undefined when no provider has it, or has it any more */
  async readLogo(file: string): Promise<{ type: string; bytes: Buffer } | undefined> {
    const type = typeOfLogo(file)
    if (type === undefined) return undefined
    const bytes = await findLogo(this.#deps.db, file)
    return bytes && { type, bytes }
  }

  /**
   * Registers the providers of the operator's file. One that has left the file keeps no key from it. A fingerprint goes
   * into the audit trail, because no command announces a change of the file.
   */
  async register(settings: readonly ProviderSettings[]): Promise<void> {
    const { db, keys, audit } = this.#deps
    const listed = settings.map((provider) => ({ ...provider, logo: listedLogo(provider) }))
    await db.transaction(async (tx) => {
      const ids = settings.map(({ id }) => id)
      const hashes = settings.flatMap(({ apiKeySha256 }) => apiKeySha256)
      await removeUnlistedKeys(tx, ids, hashes)
      await removeListedRedirects(tx, ids)
      for (const provider of listed) await put(tx, keys.secrets, provider)
    })
    const described = listed.map(({ logo, ...provider }) => ({ ...provider, logo: logo?.file }))
    const fingerprint = keys.settings.mac('settings', JSON.stringify(described)).toString('hex')
    await audit.report({ type: 'settings.providers', reason: fingerprint.slice(0, FINGERPRINT_LENGTH) })
  }
}
