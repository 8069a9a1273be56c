import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Just enough DER to make certificates: right ones, and each kind of wrong one. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const octets = (bytes: Uint8Array) => der(0x04, bytes)
const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes)
const truth = der(0x01, Buffer.from([0xff]))

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const groups = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return der(0x06, Buffer.from(bytes))
}
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(name)))))
const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [truth] : []), octets(value))

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const RSA_SHA256 = sequence(oid('1.2.840.113549.1.1.11'), der(0x05))
const DAY_MS = 86_400_000

export type Authority = { name: string; keys: { publicKey: KeyObject; privateKey: KeyObject }; certificate: Buffer }
export type CertificateWish = {
  name: string
  issuer?: Authority
  isCa?: boolean
  /** Its key may sign certificates; by default that of an authority. */
  signs?: boolean
  usages?: readonly string[]
  from?: Date
  until?: Date
  curve?: string
  /** The certificate is for these. */
  keys?: { publicKey: KeyObject; privateKey: KeyObject }
  /** Extensions that strict parsers don't know. */
  odd?: boolean
}

/** A certificate with its keys; without an issuer it signs itself. */
export function makeCertificate(wish: CertificateWish, now = new Date()): Authority {
  const { name, issuer, isCa = false, signs = isCa, usages = [], curve = 'P-256' } = wish
  const { from = new Date(now.getTime() - 30 * DAY_MS), until = new Date(now.getTime() + 365 * DAY_MS) } = wish
  const keys = wish.keys ?? generateKeyPairSync('ec', { namedCurve: curve })
  const extensions = [
    extension('2.5.29.19', true, isCa ? sequence(truth) : sequence()),
    extension('2.5.29.15', true, signs ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0x80]), 7)),
    ...(usages.length > 0 ? [extension('2.5.29.37', true, sequence(...usages.map(oid)))] : []),
    ...(wish.odd === true ? [extension('2.5.29.18', false, Buffer.from('odd'))] : []),
  ]
  const signing = issuer?.keys.privateKey ?? keys.privateKey
  const algorithm = signing.asymmetricKeyType === 'rsa' ? RSA_SHA256 : ECDSA_SHA256
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(12)])),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(until)),
    nameOf(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, signing)
  return { name, keys, certificate: sequence(body, algorithm, bits(signature)) }
}

export const pemOf = (certificate: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`
