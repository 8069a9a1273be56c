import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { SIGNER_USAGE } from '#test/age-office.ts'
import { AUTHORITY, ENCRYPTION_INFO, ORIGIN, RESPONSE, SHOWN_AT } from '#test/published-proof.ts'
import { browserTranscript, verifyProofOfAge } from './mdoc.ts'

const trusted = { anchors: [new X509Certificate(AUTHORITY)], usages: [SIGNER_USAGE] }
const read = (origin: string, now = SHOWN_AT) =>
  verifyProofOfAge(RESPONSE, { minimumAge: 18, transcript: browserTranscript(ENCRYPTION_INFO, origin), trusted, now })

test('An answer of the European reference app is accepted, for its request alone [VP-02 VP-14]', () => {
  expect(read(ORIGIN)).toBe('yes')
  expect(() => read('https://elsewhere.test')).toThrow(expect.objectContaining({ reason: 'not_of_this_request' }))
  expect(() => read(ORIGIN, new Date('2026-01-18T00:05:01Z'))).toThrow(expect.objectContaining({ reason: 'expired' }))
})
