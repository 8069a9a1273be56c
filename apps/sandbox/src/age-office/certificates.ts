import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, UTC_TIME, TIME] = [1, 2, 3, 4, 6, 12, 23, 24] as const
const [SEQUENCE, SET] = [0x30, 0x31] as const
const context = (number: number, constructed = true) => 0x80 | number | (constructed ? 0x20 : 0)

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content])
  const length = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex')
  const [high = 0, low = 0] = length
  return Buffer.concat([high === 0 ? Buffer.of(tag, 0x81, low) : Buffer.of(tag, 0x82, high, low), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(SEQUENCE, ...parts)
const TRUE = der(BOOLEAN, Buffer.of(0xff))

/** Seven bits in each byte, all but the last marked. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(OID, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** Years from 2050 on are written with four digits. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`
  return at.getUTCFullYear() < 2050 ? der(UTC_TIME, Buffer.from(digits.slice(2))) : der(TIME, Buffer.from(digits))
}

const attribute = (type: string, text: string) => der(SET, sequence(oid(type), der(UTF8, Buffer.from(text))))
const nameOf = (name: string) => sequence(attribute('2.5.4.10', 'Avouch Sandbox'), attribute('2.5.4.3', name))

const spkiOf = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' })
const keyId = (key: KeyObject) => createHash('sha1').update(spkiOf(key)).digest()

const extension = (type: string, isCritical: boolean, value: Uint8Array) =>
  sequence(oid(type), ...(isCritical ? [TRUE] : []), der(OCTET_STRING, value))

const DIGITAL_SIGNATURE = Buffer.of(7, 0x80)
const CERTIFICATE_AND_LIST = Buffer.of(1, 0x06)

const ALGORITHMS: Readonly<Record<string, Buffer>> = {
  ec: sequence(oid('1.2.840.10045.4.3.2')),
  rsa: sequence(oid('1.2.840.113549.1.1.11'), Buffer.of(5, 0)),
}

export type Certificate = {
  name: string
  key: KeyObject
  from: Date
  until: Date
  /** Who issues it; itself when left out. */
  by?: { name: string; key: KeyObject }
  isAuthority?: boolean
  /** Its extended key usage. */
  usage?: string
}

/** A certificate in PEM, with the extensions that a check of proofs of age looks at. */
export function certificateOf(certificate: Certificate): string {
  const { name, key, from, until, by = certificate, isAuthority = false, usage } = certificate
  const algorithm = ALGORITHMS[by.key.asymmetricKeyType ?? '']
  if (algorithm === undefined) throw new Error('no such key signs certificates')
  const noPathBelow = [TRUE, der(INTEGER, Buffer.of(0))]
  const extensions = [
    extension('2.5.29.19', true, sequence(...(isAuthority ? noPathBelow : []))),
    extension('2.5.29.15', true, der(BIT_STRING, isAuthority ? CERTIFICATE_AND_LIST : DIGITAL_SIGNATURE)),
    extension('2.5.29.14', false, der(OCTET_STRING, keyId(key))),
    extension('2.5.29.35', false, sequence(der(context(0, false), keyId(by.key)))),
    ...(usage === undefined ? [] : [extension('2.5.29.37', true, sequence(oid(usage)))]),
  ]
  // Positive, whatever the first bit.
  const serial = Buffer.concat([Buffer.of(1), randomBytes(15)])
  const content = sequence(
    der(context(0), der(INTEGER, Buffer.of(2))),
    der(INTEGER, serial),
    algorithm,
    nameOf(by.name),
    sequence(time(from), time(until)),
    nameOf(name),
    spkiOf(key),
    der(context(3), sequence(...extensions)),
  )
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', content, by.key))
  const text = sequence(content, algorithm, signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
}
