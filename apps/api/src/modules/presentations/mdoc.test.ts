import { randomInt, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOffice, show, SIGNER_USAGE } from '#test/age-office.ts'
import { soak } from '#test/soak.ts'
import { verifyProofOfAge } from './mdoc.ts'
import { Refused } from './refused.ts'
import { openId4VpTranscript } from './transcripts.ts'

const now = new Date()
const office = createOffice(now)
const transcript = openId4VpTranscript({ clientId: 'c', nonce: 'n', thumbprint: null, responseUri: 'r' })
const trust = { anchors: [new X509Certificate(office.root.certificate)], usages: [SIGNER_USAGE] }
const verify = (response: Uint8Array) => verifyProofOfAge(response, { minimumAge: 18, transcript, trust, now })
const good = show(office.issue(), transcript)

/** How a good answer is changed at one place. */
const CHANGES: readonly ((bytes: Buffer, at: number) => Buffer)[] = [
  (bytes, at) => Buffer.from(bytes).fill(bytes.readUInt8(at) ^ (1 << randomInt(8)), at, at + 1),
  (bytes, at) => Buffer.from(bytes).fill((bytes.readUInt8(at) + randomInt(1, 256)) % 256, at, at + 1),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.of(randomInt(256)), bytes.subarray(at)]),
  (bytes, at) => bytes.subarray(0, at),
]

function isRefused(bytes: Uint8Array): boolean {
  try {
    verify(bytes)
    return false
  } catch (error) {
    if (error instanceof Refused) return true
    throw error
  }
}

test('VP-17 a good answer is accepted, and none that is changed anywhere', () => {
  expect(verify(good)).toBe('yes')
  const bytes = Buffer.from(good)
  for (let n = 0; n < soak(400, 10_000); n++) {
    const changed = CHANGES[n % CHANGES.length]?.(bytes, randomInt(bytes.length)) ?? bytes
    if (changed.equals(bytes)) continue
    expect({ changed: changed.toString('hex'), isRefused: isRefused(changed) }).toMatchObject({ isRefused: true })
  }
})

test('VP-17 the costliest answers take 100 ms of the processor at most', () => {
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
