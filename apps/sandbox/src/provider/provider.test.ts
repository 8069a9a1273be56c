import { expect, test } from 'vitest'
import { type Order, phaseOf } from './orders.ts'

const intent = { id: 'intent', url: 'http://localhost:3000/?mintid=m', expiresAt: '2026-01-01T12:00:00Z' }
const unanswered = { over: false, verdict: null, receipt: null, refunded: 0 }
const asked: Order = { visit: 'v', film: 'f', reference: 'r', description: '', intent, ...unanswered }

test('A question that was not answered in its time can be asked again', () => {
  expect(phaseOf(asked, new Date('2026-01-01T11:59:59Z'))).toBe('waiting')
  expect(phaseOf(asked, new Date('2026-01-01T12:00:00Z'))).toBe('open')
})
