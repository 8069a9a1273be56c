import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@avouch/contract'
import { encode } from 'cbor2'

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, withKey: 0x40 }
const ES256 = -7

/** Replaces parts of an answer. */
export type Forgery = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  topOrigin?: string
  /** false: nobody typed a PIN or showed a finger or face. */
  verified?: boolean
  present?: boolean
  userHandle?: string | null
  counter?: number
  /** The signature is of another text. */
  wrongSignature?: boolean
  /** Another key, whose holder names this credential. */
  key?: KeyObject
  /** packed: with a signature by the new key itself. */
  fmt?: string
}

type Credential = { id: string; key: KeyObject; userHandle: string; counter: number }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')
const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'))

/** A phone with passkeys of P-256, and the browser between it and the page (WebAuthn, 6.3). `counts`: it counts each use. */
export class Authenticator {
  readonly #origin: string
  readonly #counts: boolean
  readonly #synced: boolean
  readonly #credentials: Credential[] = []

  constructor(origin: string, { counts = true, synced = false } = {}) {
    this.#origin = origin
    this.#counts = counts
    this.#synced = synced
  }

  create(options: PasskeyCreationOptions, forged: Forgery = {}): PasskeyRegistration {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const { x, y } = publicKey.export({ format: 'jwk' })
    const coseKey = new Map<number, unknown>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, encode(coseKey)])
    const authData = Buffer.concat([this.#authData(options.rp.id, 0, forged, FLAGS.withKey), attested])
    this.#credentials.push({ id: base64url(id), key: privateKey, userHandle: options.user.id, counter: 0 })
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, forged)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const own = [
      ['alg', ES256],
      ['sig', new Uint8Array(sign('sha256', signed, privateKey))],
    ] as const
    const attestation = new Map<string, unknown>([
      ['fmt', forged.fmt ?? 'none'],
      ['attStmt', new Map<string, unknown>(forged.fmt === 'packed' ? own : [])],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON,
        attestationObject: base64url(encode(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** Signs with the newest passkey. */
  sign(options: PasskeyRequestOptions, forged: Forgery = {}): PasskeyAssertion {
    const credential = this.#credentials.at(-1)
    if (credential === undefined) throw new Error('no passkey was made here')
    if (this.#counts) credential.counter += 1
    const authData = this.#authData(options.rpId, forged.counter ?? credential.counter, forged)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, forged)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const text = forged.wrongSignature === true ? randomBytes(signed.length) : signed
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', text, forged.key ?? credential.key)),
        userHandle: forged.userHandle === undefined ? credential.userHandle : forged.userHandle,
      },
    }
  }

  #clientData(type: string, challenge: string, forged: Forgery): string {
    const { origin = this.#origin, crossOrigin = false, topOrigin } = forged
    const data = { type: forged.type ?? type, challenge: forged.challenge ?? challenge, origin, crossOrigin, topOrigin }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #authData(rpId: string, counter: number, forged: Forgery, more = 0): Buffer {
    const { verified = true, present = true } = forged
    const synced = this.#synced ? FLAGS.backupEligible | FLAGS.backedUp : 0
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = (present ? FLAGS.present : 0) | (verified ? FLAGS.verified : 0) | synced | more
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([flags]), count])
  }
}
