import { AppError } from '@avouch/contract'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The current key seals new values; all three open. A key is next until every process has it. */
export const KEY_STATUSES = ['next', 'current', 'previous'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]
type Key = { id: string; secret: string }
/** The key that hashes indexes numbers too, unless another one does. */
type MasterKeys = { keys: readonly (Key & { status: KeyStatus })[]; hash: Key; index?: Key | undefined }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keys by purpose. Every one is derived from the master key, which lives outside the database. */
export type KeyPurpose =
  | 'phone-index'
  | 'phone'
  | 'pin'
  | 'webhook-secret'
  | 'sms-code'
  | 'sms-report'
  | 'refresh-token'
  | 'recovery-token'
  | 'appeal-token'
  | 'own-session'
  | 'deletion-token'
  | 'identification'
  | 'mintid'
  | 'deposit-reference'
  | 'transaction-code'
  | 'kyc-return'
  | 'proof-document'
  | 'identity-session'
  | 'held-approval'
  | 'pairwise-subject'
  | 'captcha'
  | 'oidc-record'
  | 'oidc-request'
  | 'oidc-subject'
  | 'registration-stop'
  | 'limits'
  | 'app-link'
  | 'passkey-challenge'
  | 'presentation'
  | 'staff'
  | 'audit'
  | 'audit-actor'
  | 'audit-network'
  | 'installation'
  | 'front-end-file'

/** The operations of a module with the keys of one purpose. */
export type Keys = ReturnType<Keyring['for']>
/** A keyed hash over the parts, 32 bytes. */
export type Mac = (...parts: string[]) => Buffer

/** Reads the id of the key that opens a sealed value. */
export const keyIdOf = (sealed: string): string => sealed.split('.')[1] ?? ''

/**
 * Keyed hashes and authenticated encryption under keys derived by purpose (HKDF-SHA256).
 * Sealed values name their key, so that values of several keys open side by side while one takes the place of another.
 */
export class Keyring {
  readonly #sealing: Key
  readonly #hash: Key
  readonly #index: Key
  readonly #all: ReadonlyMap<string, Key & { status?: KeyStatus }>
  /** Key objects: with a key of bytes each hash would cost five times as much, because Node imports the key again. */
  readonly #derived = new Map<string, KeyObject>()
  /** The key of new values. */
  readonly sealingId: string
  /** The key by which numbers are found. */
  readonly indexingId: string
  /** Ids of the keys that seal or have sealed; the current and the next one first, which other processes need most. */
  readonly ids: readonly string[]

  constructor({ keys, hash, index = hash }: MasterKeys) {
    const current = keys.find(({ status }) => status === 'current')
    if (current === undefined) throw new Error('a keyring needs a current key')
    const others = [hash, index].filter((other) => !keys.some(({ id }) => id === other.id))
    this.#sealing = current
    this.#hash = hash
    this.#index = index
    this.#all = new Map([...keys, ...others].map((key) => [key.id, key]))
    this.sealingId = current.id
    this.indexingId = index.id
    this.ids = (['current', 'next', 'previous'] as const).flatMap((status) =>
      keys.filter((key) => key.status === status).map(({ id }) => id),
    )
  }

  /** Binds the three operations to a purpose: what a module is given. */
  for(purpose: KeyPurpose) {
    return {
      mac: (...parts: string[]) => this.mac(purpose, ...parts),
      seal: (owner: string, plain: string) => this.seal(purpose, owner, plain),
      open: (owner: string, sealed: string) => this.open(purpose, owner, sealed),
    }
  }

  /** HMAC-SHA256 over the parts, under the key that hashes. It is never replaced: stored hashes would no longer match. Each part is length-prefixed. */
  mac(purpose: KeyPurpose, ...parts: string[]): Buffer {
    const hmac = createHmac('sha256', this.#keyFor(purpose, purpose === 'phone-index' ? this.#index : this.#hash))
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }

  /** AES-256-GCM. `owner` is authenticated: a sealed value moved to another row no longer opens. */
  seal(purpose: KeyPurpose, owner: string, plain: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(purpose, this.#sealing), nonce)
    cipher.setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `v1.${this.sealingId}.${nonce.toString('base64url')}.${body.toString('base64url')}`
  }

  /** @throws when key, owner or value are not the ones that sealed it; AppError service_unavailable for a key that this process lacks */
  open(purpose: KeyPurpose, owner: string, sealed: string): string {
    const [version, id = '', nonce = '', body = ''] = sealed.split('.')
    if (version !== 'v1') throw new Error('unknown sealing')
    const key = this.#all.get(id)
    // Another process may have it.
    if (key === undefined) throw new AppError('service_unavailable', {}, { cause: new Error(`no master key ${id}`) })
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#keyFor(purpose, key), Buffer.from(nonce, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /** Lists the work of each key, and its fingerprint, which discloses nothing about it. */
  fingerprints() {
    return [...this.#all.values()].map((key) => ({
      id: key.id,
      status: key.status,
      seals: key.id === this.sealingId,
      hashes: key.id === this.#hash.id,
      indexes: key.id === this.indexingId,
      fingerprint: createHmac('sha256', this.#keyFor('installation', key)).update('fingerprint').digest('base64url'),
    }))
  }

  #keyFor(purpose: KeyPurpose, { id, secret }: Key): KeyObject {
    const name = `${id} ${purpose}`
    const known = this.#derived.get(name)
    if (known !== undefined) return known
    const bytes = Buffer.from(secret, 'base64url')
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `avouch ${purpose}`, 32)))
    this.#derived.set(name, key)
    return key
  }
}

/** Compares in constant time; different lengths are unequal. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
