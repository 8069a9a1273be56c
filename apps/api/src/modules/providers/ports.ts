import type { Scope } from '@avouch/contract'

/** Who asks, and whether in earnest: a test key sees and makes test intents only. */
export type ProviderAccess = { providerId: string; live: boolean; scopes: readonly Scope[] }

export type KeyUse = { keyId: string; providerId: string; scopes: Scope[]; lastUsedOn: string | null }

/** A provider as the operator's file names it. */
export type ProviderSettings = {
  id: string
  name: string
  /** SHA-256 of each API key, hexadecimal. */
  apiKeySha256: string[]
  redirectUris: string[]
  /** Whether its keys may ask for money. */
  payments: boolean
  /** During a change of the secret events carry a signature of each. */
  webhook: { url: string; secret: string; previousSecret?: string | undefined }
}

export type ProviderStore = {
  /** The key that hashes so, if it is in use at this moment. */
  findByKey(keyHash: Buffer, now: Date): Promise<KeyUse | undefined>
  /** To the day: when a key was last used is worth no write for each request. */
  markUsed(keyId: string, day: string): Promise<void>
  /** Letter by letter on the provider's registered list. */
  isRegisteredRedirect(providerId: string, uri: string): Promise<boolean>
  /** Makes what comes from the file what the file says: names, keys, addresses, webhooks. Who left it has no key of it. */
  replaceListed(settings: readonly ProviderSettings[]): Promise<void>
}

export type ProviderEntry = {
  id: string
  name: string
  /** What the operator's file names changes there. */
  fromFile: boolean
  webhookUrl: string | null
  /** Since when the receiver wants no events. */
  webhookDisabledAt: Date | null
  previousSecretUntil: Date | null
}

export type KeyEntry = {
  id: string
  providerId: string
  fromFile: boolean
  /** null: from the file, where only its hash is known. */
  live: boolean | null
  scopes: Scope[]
  createdAt: Date | null
  lastUsedOn: string | null
  expiresAt: Date | null
  revokedAt: Date | null
}

export type NewKey = {
  id: string
  hash: Buffer
  providerId: string
  live: boolean
  scopes: readonly Scope[]
  createdAt: Date
  expiresAt: Date | null
}

/** What the operator keeps about providers. Each change is one statement; its answer says whether it was one. */
export type ProviderRegistry = {
  all(): Promise<ProviderEntry[]>
  find(id: string): Promise<ProviderEntry | undefined>
  add(provider: { id: string; name: string }): Promise<boolean>
  keys(providerId: string): Promise<KeyEntry[]>
  key(id: string): Promise<KeyEntry | undefined>
  addKey(key: NewKey): Promise<void>
  revokeKey(id: string, now: Date): Promise<boolean>
  /** One transaction: the new key is there when the old one gets its end. False when the old one is over. */
  replaceKey(id: string, endsAt: Date, fresh: NewKey): Promise<boolean>
  redirects(providerId: string): Promise<{ uri: string; fromFile: boolean }[]>
  addRedirect(providerId: string, uri: string): Promise<boolean>
  removeRedirect(providerId: string, uri: string): Promise<boolean>
  setWebhook(providerId: string, url: string): Promise<void>
  /** The secret in use signs beside the new one until then; without one it is the first. */
  setSecret(providerId: string, secret: string, previousUntil: Date): Promise<void>
  hasSecret(providerId: string): Promise<boolean>
  enableWebhook(providerId: string): Promise<boolean>
}
