import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Authority } from './certificates.ts'

const DAY_MS = 86_400_000
const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const digestOf = (text: string, name = 'sha256') => createHash(name).update(text).digest('base64url')

/** A compact JWS with ES256, whatever its header says. */
function jws(header: object, payload: object, key: KeyObject): string {
  const signed = `${part(header)}.${part(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Identity data, and each of their parts put wrong. */
export type SdWish = {
  /** By age; none: only the birth date is in it. */
  ages?: Readonly<Record<string, unknown>>
  birthDate?: unknown
  /** The object of the ages is disclosed itself (recursive), stands in the clear, or is disclosed with all its ages (flat). */
  shape?: 'recursive' | 'clear' | 'flat'
  /** Ages in the object, in addition to the digests. */
  inTheClear?: Readonly<Record<string, unknown>>
  vct?: unknown
  header?: Readonly<Record<string, unknown>>
  payload?: Readonly<Record<string, unknown>>
  /** Members of the holder's key, in addition to its point. */
  ofKey?: Readonly<Record<string, unknown>>
  /** The hash that the issuer names, and the one that it uses. */
  hash?: readonly [said: string, used: string]
  chain?: readonly Uint8Array[]
  issuerKey?: KeyObject
  /** Digests are not those of what is disclosed. */
  otherDigests?: boolean
}

export function issueSdJwt(signer: Authority, wish: SdWish = {}, now = new Date()) {
  const { ages = { '18': true }, birthDate = '1987-06-05', shape = 'recursive', inTheClear = {} } = wish
  const [said, used] = wish.hash ?? ['sha-256', 'sha256']
  const holder = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const disclosures = new Map<string, string>()
  function digest(name: string, value: unknown): string {
    const text = part([randomBytes(16).toString('base64url'), name, value])
    disclosures.set(name, text)
    return digestOf(wish.otherDigests === true ? `${text}A` : text, used)
  }
  const each = Object.entries(ages).map(([age, value]) => digest(age, value))
  const object = shape === 'flat' ? ages : { _sd: each, ...inTheClear }
  const has = each.length > 0
  const payload = {
    iss: 'https://issuer.example',
    vct: wish.vct ?? 'urn:eudi:pid:1',
    iat: seconds(new Date(now.getTime() - DAY_MS)),
    exp: seconds(new Date(now.getTime() + 60 * DAY_MS)),
    cnf: { jwk: { ...holder.publicKey.export({ format: 'jwk' }), ...wish.ofKey } },
    _sd_alg: said,
    _sd: [
      digest('family_name', 'Sample'),
      digest('birthdate', birthDate),
      ...(has && shape !== 'clear' ? [digest('age_equal_or_over', object)] : []),
    ],
    ...(has && shape === 'clear' ? { age_equal_or_over: object } : {}),
    ...wish.payload,
  }
  const x5c = (wish.chain ?? [signer.certificate]).map((one) => Buffer.from(one).toString('base64'))
  const header = { alg: 'ES256', typ: 'dc+sd-jwt', x5c, ...wish.header }
  const token = jws(header, payload, wish.issuerKey ?? signer.keys.privateKey)
  return { token, disclosures, holderKey: holder.privateKey, hash: used }
}
export type SdJwt = ReturnType<typeof issueSdJwt>

/** How a presentation is put wrong. */
export type SdShown = {
  /** The claims that are disclosed. */
  shown?: readonly string[]
  /** Disclosures of other credentials, or none at all. */
  more?: readonly string[]
  holderKey?: KeyObject
  header?: Readonly<Record<string, unknown>>
  binding?: Readonly<Record<string, unknown>>
  /** It comes without the signature of the holder. */
  unbound?: boolean
  change?: (presentation: string) => string
}

/** The claims that a request for 18 is answered with. */
const claimsOf = ({ disclosures }: SdJwt, age = '18'): string[] => {
  if (!disclosures.has(age)) return ['birthdate']
  return disclosures.has('age_equal_or_over') ? ['age_equal_or_over', age] : [age]
}

/** A presentation for one request (RFC 9901), made without the product's code. */
export function showSdJwt(credential: SdJwt, asked: { nonce: string; clientId: string }, wrong: SdShown = {}): string {
  const { token, disclosures, holderKey, hash } = credential
  const texts = (wrong.shown ?? claimsOf(credential)).map((name) => disclosures.get(name) ?? '')
  const shown = [token, ...texts, ...(wrong.more ?? []), ''].join('~')
  const payload = {
    nonce: asked.nonce,
    aud: asked.clientId,
    iat: seconds(new Date()),
    sd_hash: digestOf(shown, hash),
    ...wrong.binding,
  }
  const binding = jws({ alg: 'ES256', typ: 'kb+jwt', ...wrong.header }, payload, wrong.holderKey ?? holderKey)
  const whole = wrong.unbound === true ? shown : shown + binding
  return wrong.change?.(whole) ?? whole
}
