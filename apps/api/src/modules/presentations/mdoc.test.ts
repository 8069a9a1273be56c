import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOffice, show, SIGNER_USAGE } from '#test/age-office.ts'
import { changed, someChanges } from '#test/changed-bytes.ts'
import { soak } from '#test/soak.ts'
import { readCbor, writeCbor } from './cbor.ts'
import { openId4VpTranscript, verifyProofOfAge } from './mdoc.ts'
import { Refused } from './refused.ts'

const now = new Date()
const office = createOffice(now)
const transcript = openId4VpTranscript({ clientId: 'c', nonce: 'n', thumbprint: null, responseUri: 'r' })
const trusted = { anchors: [new X509Certificate(office.root.certificate)], usages: [SIGNER_USAGE] }
const verify = (response: Uint8Array) => verifyProofOfAge(response, { minimumAge: 18, transcript, trusted, now })
const good = show(office.issue(), transcript)

function isRefused(bytes: Uint8Array): boolean {
  try {
    verify(bytes)
    return false
  } catch (error) {
    if (error instanceof Refused) return true
    throw error
  }
}

test('A good answer is accepted, and none that is changed anywhere [VP-17]', () => {
  expect(verify(good)).toBe('yes')
  fc.assert(
    fc.property(someChanges, (changes) => {
      const bytes = changed(good, changes)
      return bytes === undefined || isRefused(bytes)
    }),
    { numRuns: soak(500, 20_000) },
  )
})

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
/** The other signature that ECDSA takes for the same. */
function otherSignature(signature: Uint8Array): Buffer {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
  const other = (ORDER - s).toString(16).padStart(64, '0')
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(other, 'hex')])
}
const inside = (value: unknown, name: string) => (value as Map<string, unknown>).get(name)

test('Bytes that are not authenticated make no other answer, so that none of them tells proofs apart [VP-13]', () => {
  const response = readCbor(good)
  const [document] = inside(response, 'documents') as [unknown]
  const signatures = [
    inside(inside(document, 'issuerSigned'), 'issuerAuth'),
    inside(inside(inside(document, 'deviceSigned'), 'deviceAuth'), 'deviceSignature'),
  ] as [Uint8Array, unknown, unknown, Uint8Array][]
  for (const signed of signatures) signed[3] = otherSignature(signed[3])
  expect(verify(writeCbor(response))).toBe('yes')
  // A map of three, whose length has a byte of its own.
  expect(verify(Buffer.concat([Buffer.of(0xb8, 3), good.subarray(1)]))).toBe('yes')
})

test('The costliest answers take 100 ms of the processor at most [VP-17]', () => {
  const headed = (major: number, count: number, item: number[]) =>
    Uint8Array.from([major, count >> 8, count & 0xff, ...Array.from({ length: count }, () => item).flat()])
  const pairs = Array.from({ length: 3_000 }, (_, n) => [0x19, n >> 8, n & 0xff, 0x00]).flat()
  const costly = [
    headed(0x99, 16_000, [0]),
    headed(0x99, 16_000, [0xa0]),
    Uint8Array.from([0xb9, 3_000 >> 8, 3_000 & 0xff, ...pairs]),
    new Uint8Array(16_000).fill(0x81),
  ]
  for (const bytes of costly) {
    const refused = () => expect(() => verify(bytes)).toThrow(Refused)
    refused()
    const before = process.cpuUsage()
    for (let n = 0; n < 5; n++) refused()
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 5 / 1_000).toBeLessThan(100)
  }
})
