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

/**
 * What a master key does. Every key opens what it sealed; one seals new values, one hashes. Numbers are indexed by the key
 * that hashes, or by one of their own.
 */
export const KEY_STATES = ['seals', 'opens', 'hashes', 'indexes'] as const
export type KeyState = (typeof KEY_STATES)[number]
/** A key without a state does what no other one does. */
type MasterKeys = { keys: readonly { id: string; secret: string; state?: KeyState | undefined }[] }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keys by purpose. Every one is derived from the master key, which lives outside the database. */
export type Purpose =
  | 'phone-index'
  | 'phone'
  | 'pin'
  | 'webhook-secret'
  | 'sms-code'
  | 'refresh-token'
  | 'recovery-token'
  | 'identification'
  | 'mintid'
  | 'deposit-reference'
  | 'transaction-code'
  | 'kyc-return'
  | 'proof-document'
  | 'pairwise-subject'
  | 'captcha'
  | 'oidc-record'
  | 'oidc-request'
  | 'oidc-subject'
  | 'registration-stop'
  | 'limits'
  | 'app-link'
  | 'presentation'
  | 'staff'
  | 'audit'
  | 'audit-actor'
  | 'audit-network'
  | 'installation'
  | 'front-end-file'

export type Keyring = ReturnType<typeof createKeyring>
/** What a module does with the keys of one purpose. */
export type Keys = ReturnType<Keyring['for']>
/** A keyed hash over the parts, 32 bytes. */
export type Mac = (...parts: string[]) => Buffer

/** The key that is in the state, or the one that is in none. */
const keyThat = <Key extends { state?: KeyState | undefined }>(
  keys: readonly Key[],
  state: KeyState,
): Key | undefined => keys.find((key) => key.state === state) ?? keys.find((key) => key.state === undefined)

function workingKey<Key extends { state?: KeyState | undefined }>(keys: readonly Key[], state: KeyState): Key {
  const key = keyThat(keys, state)
  if (key === undefined) throw new Error(`a keyring needs a key that ${state}`)
  return key
}

/** Whether one key seals and one hashes. */
export const isComplete = ({ keys }: MasterKeys): boolean =>
  keys.filter(({ state }) => state === undefined).length <= 1 &&
  (['seals', 'hashes'] as const).every((state) => keyThat(keys, state) !== undefined) &&
  (['seals', 'hashes', 'indexes'] as const).every((state) => keys.filter((key) => key.state === state).length <= 1)

/** Which key a sealed value needs. */
export const keyIdOf = (sealed: string): string => sealed.split('.')[1] ?? ''

/**
 * Keyed hashes and authenticated encryption under keys derived by purpose (HKDF-SHA256).
 * Sealed values name their key, so that values of several keys open side by side while one takes the place of another.
 */
export function createKeyring(master: MasterKeys) {
  // Key objects: with a key of bytes each hash would cost five times as much, because Node imports the key again.
  const derived = new Map<string, KeyObject>()
  const { keys } = master
  const [sealing, hashing] = [workingKey(keys, 'seals'), workingKey(keys, 'hashes')]
  const indexing = keys.find(({ state }) => state === 'indexes') ?? hashing

  function keyFor(purpose: Purpose, id: string): KeyObject {
    const name = `${id} ${purpose}`
    const known = derived.get(name)
    if (known !== undefined) return known
    const master = keys.find((key) => key.id === id)
    if (master === undefined) throw new Error(`no master key ${id}`)
    const secret = Buffer.from(master.secret, 'base64url')
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `avouch ${purpose}`, 32)))
    derived.set(name, key)
    return key
  }

  /** HMAC-SHA256 over the parts, under the key that hashes: another one would find nothing again. Their borders count, so ("a", "bc") and ("ab", "c") differ. */
  function mac(purpose: Purpose, ...parts: string[]): Buffer {
    const { id } = purpose === 'phone-index' ? indexing : hashing
    const hmac = createHmac('sha256', keyFor(purpose, id))
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }

  /** AES-256-GCM. `owner` is authenticated: a sealed value moved to another row no longer opens. */
  function seal(purpose: Purpose, owner: string, plain: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyFor(purpose, sealing.id), nonce)
    cipher.setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `v1.${sealing.id}.${nonce.toString('base64url')}.${body.toString('base64url')}`
  }

  /** @throws when key, owner or value are not the ones that sealed it */
  function open(purpose: Purpose, owner: string, sealed: string): string {
    const [version, id = '', nonce = '', body = ''] = sealed.split('.')
    if (version !== 'v1') throw new Error('unknown sealing')
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose, id), Buffer.from(nonce, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /** What tells these keys from others, and discloses nothing about them. */
  const fingerprints = () =>
    keys.map(({ id }) => ({
      id,
      seals: id === sealing.id,
      hashes: id === hashing.id,
      indexes: id === indexing.id,
      fingerprint: createHmac('sha256', keyFor('installation', id)).update('fingerprint').digest('base64url'),
    }))

  return {
    mac,
    seal,
    open,
    fingerprints,
    /** The key of new values. */
    sealingId: sealing.id,
    /** The key by which numbers are found. */
    indexingId: indexing.id,
    ids: keys.map(({ id }) => id),
    /** The same three, bound to a purpose: what a module is given. */
    for: (purpose: Purpose) => ({
      mac: (...parts: string[]) => mac(purpose, ...parts),
      seal: (owner: string, plain: string) => seal(purpose, owner, plain),
      open: (owner: string, sealed: string) => open(purpose, owner, sealed),
    }),
  }
}

/** Compares in constant time; different lengths are unequal. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
