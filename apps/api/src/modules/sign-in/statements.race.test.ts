import { expect, test } from 'vitest'
import { digits, GOOD_PIN, knownBrowser, newBrowser, newNumber, OTHER_PIN, passwordGrant } from '#test/builders.ts'
import { pathOf } from '#test/count-statements.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const PRE_LOGIN = '/auth/public/app/prelogin'
const TOKEN = '/auth/api/oauth/token'

const preLogin = (number: string, pin: string, cookie: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin } }, { cookie })

test.each(['unknown', 'known'])(
  'R-04 LOGIN-03 a right PIN in a browser that is %s costs five statements, five round trips and two commits, its SMS and its events included',
  async (which) => {
    const { number, cookie } = await knownBrowser(the.api)
    const browser = which === 'known' ? cookie : newBrowser()
    const right = await pathOf(PRE_LOGIN, () => preLogin(number, GOOD_PIN, browser))
    expect(right.statements).toHaveLength(5)
    expect(right.commits).toBe(2)
    expect(right.roundTrips).toBe(5)
  },
)

test('R-04 LOGIN-03 a wrong PIN costs three statements and two commits, with and without an account', async () => {
  const { number } = await knownBrowser(the.api)
  for (const of of [number, newNumber()]) {
    const wrong = await pathOf(PRE_LOGIN, () => preLogin(of, OTHER_PIN, newBrowser()).catch(() => undefined))
    // Without an account it has to be known whether the number was registered.
    expect(wrong.statements).toHaveLength(of === number ? 3 : 4)
    expect(wrong.commits).toBe(2)
  }
})

test('R-04 LOGIN-03 the password grant costs five statements, five round trips and two commits in a known browser', async () => {
  const { number, cookie } = await knownBrowser(the.api)
  const grant = await pathOf(TOKEN, () => passwordGrant(the.api, number, GOOD_PIN, cookie))
  expect(grant.statements).toHaveLength(5)
  expect(grant.commits).toBe(2)
  expect(grant.roundTrips).toBe(5)
})
