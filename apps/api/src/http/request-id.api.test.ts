import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { digits, GOOD_PIN, newNumber, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const the = useTestApi()
const distrusting = useTestApi({ TRUSTED_PROXIES: '192.0.2.7' })

type Line = Record<string, unknown>
const lines = (api = the.api): Line[] => api.log.map((line) => JSON.parse(line) as Line)
const OWN = /^req_[\w-]{22}$/
const ID = 'x-request-id'

const idOf = async (given?: string, path = '/api/user/me', api = the.api) =>
  (await send(api, 'GET', path, { headers: given === undefined ? {} : { [ID]: given } })).headers.get(ID)

test.each(['/api/user/me', '/livez', '/%'])(
  'The id of a request is in the answer, whatever was asked for: %s [OPS-20]',
  async (path) => {
    expect(await idOf(undefined, path)).toMatch(OWN)
    const given = randomUUID()
    expect(await idOf(given, path)).toBe(given)
  },
)

test('The id that the proxy gives a request is the one in the log and in the audit trail [OPS-20 AUDIT-04]', async () => {
  const number = newNumber()
  await registered(the.api, number)
  const given = randomUUID()
  await sendJson(the.api, '/auth/public/app/prelogin', { phone: digits(number), pin: '9071' }, { [ID]: given })
  await expect
    .poll(() => lines().filter(({ reqId }) => reqId === given))
    .toContainEqual(expect.objectContaining({ route: '/auth/public/app/prelogin', status: 401 }))
  const recorded = await the.api.rows(
    'select type from audit_event where request_id = $1 union select type from audit_inbox where request_id = $1',
    [given],
  )
  expect(recorded).toContainEqual({ type: 'auth.pin.wrong' })
})

test.each([
  ['a number', '+4915112345678'],
  ['a PIN', GOOD_PIN],
  ['a line', '0123456789abcdef","level":"fatal'],
  ['a token', `avat_${'a'.repeat(43)}`],
])('The id of a request is made here instead of %s [OPS-20 P-12]', async (_what, given) => {
  expect(await idOf(given)).toMatch(OWN)
})

test('The id of a request is not taken from a visitor [OPS-20]', async () => {
  expect(await idOf(randomUUID(), '/api/user/me', distrusting.api)).toMatch(OWN)
})
