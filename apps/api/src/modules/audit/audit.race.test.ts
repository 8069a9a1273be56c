import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { digits, newNumber, OTHER_PIN, registered, signUp } from '#test/builders.ts'
import { rows, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

test('Concurrent events of two servers make one chain [AUDIT-01]', async () => {
  const visitors = await Promise.all(Array.from({ length: 5 }, () => registered(the.api)))
  const twin = await the.api.twin()
  await together<unknown>([
    ...times(10, () => signUp(the.api, newNumber())),
    ...visitors.flatMap(({ number, bearer }) => [
      () => the.api.client('prelogin', { body: { phone: digits(number), pin: OTHER_PIN } }),
      () => twin.client('prelogin', { body: { phone: digits(number), pin: OTHER_PIN } }),
      () => twin.client('exportData', {}, { bearer }),
    ]),
  ])
  await twin.close()

  await chained(the.api)
  const [counted] = await rows(the.api, 'select count(*)::int as events, max(seq)::int as last from audit_event')
  expect(counted?.events).toBe(counted?.last)
  expect(counted?.events).toBeGreaterThanOrEqual(15 + 15 + 20)
  const { lines, exitCode } = await the.api.command('audit', 'verify')
  expect(lines[0]).toContain(`${String(counted?.events)} events, chain whole`)
  expect(exitCode).toBe(0)
})
