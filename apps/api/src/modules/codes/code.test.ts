import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveCode, guessDigest, RESEND_WAITS_MS } from './code.ts'
import type { CodeSeed } from '../sms/index.ts'
import { soak } from '#test/soak.ts'
import { createSmsText } from './sms-text.ts'

const key = Buffer.alloc(32, 7)
const mac = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
const seed = (id: string, changes: Partial<CodeSeed> = {}): CodeSeed => ({
  id,
  purpose: 'login',
  form: 'digits',
  phoneIdx: Buffer.alloc(32, 1),
  generation: 1,
  ...changes,
})
const SAMPLE = 20_000
const ids = Array.from({ length: SAMPLE }, (_, i) => `sms_${i}`)
const codes = ids.map((id) => deriveCode(mac, seed(id)))
/** How many of them are compared with others. */
const COMPARED = soak(4_000, SAMPLE)

describe('the derived code', () => {
  test('CODE-01 P-08 has six digits, leading zeros kept, and is spread evenly over each of them', () => {
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true)
    for (let place = 0; place < 6; place++) {
      const counts = Array.from(
        { length: 10 },
        (_, digit) => codes.filter((code) => code[place] === String(digit)).length,
      )
      const chi = counts.reduce((sum, count) => sum + (count - SAMPLE / 10) ** 2 / (SAMPLE / 10), 0)
      // Nine degrees of freedom: beyond 33.7 by chance once in ten thousand; the sample is always the same.
      expect(chi, `place ${place}: ${counts.join(' ')}`).toBeLessThan(33.7)
    }
  })

  test('P-08 for one purpose, generation or sign-in, which has one number, says nothing about another', () => {
    const others: Partial<CodeSeed>[] = [{ purpose: 'register' }, { generation: 2 }, { id: 'sms_of_another_number' }]
    for (const change of others) {
      const same = ids.slice(0, COMPARED).filter((id, i) => codes[i] === deriveCode(mac, seed(id, change)))
      expect(same.length).toBeLessThan(3)
    }
  })

  test('R-13 is the same when it is derived again', () => {
    expect(deriveCode(mac, seed('sms_x'))).toBe(deriveCode(mac, seed('sms_x')))
  })

  test('X-13 the kept digest of a guess belongs to its sign-in', () => {
    expect(guessDigest(mac, 'sms_1', '123456').equals(guessDigest(mac, 'sms_2', '123456'))).toBe(false)
  })

  test('CODE-07 the waits are 60, 60, 120 and 300 seconds', () => {
    expect(RESEND_WAITS_MS).toEqual([60_000, 60_000, 120_000, 300_000])
  })
})

describe('the SMS', () => {
  const text = createSmsText({ productName: 'Avouch', publicUrl: 'https://www.product.example:8443/x' })
  const code = String(randomBytes(2).readUInt16BE()).padStart(6, '0')

  test.each(['en', 'de'] as const)(
    'CODE-01 in %s begins with the code and ends with the line that binds it to our origin',
    (language) => {
      const lines = text(language, code).split('\n')
      expect(lines[0]).toMatch(new RegExp(`^${code} `))
      expect(lines.at(-1)).toBe(`@www.product.example #${code}`)
      expect(text(language, code).length).toBeLessThanOrEqual(160)
    },
  )
})
