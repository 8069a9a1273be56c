import pg from 'pg'
import { expect, test } from 'vitest'
import { digits, GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from '#test/builders.ts'
import { rows } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

/** Statements of calls, not of the jobs that run at the same time. */
const WAITING = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query not like '%jobs.%'`
const waiting = async () => (await rows(the.api, WAITING))[0]?.['count']

/** Deletes the row during a call that has already read it and now waits for its lock. */
async function whileGoing(table: 'account' | 'registration', id: string, call: () => Promise<unknown>) {
  const client = new pg.Client({ connectionString: the.api.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`delete from ${table} where id = $1`, [id])
    const answer = call().then(
      (value) => ({ value }),
      (refusal: unknown) => ({ refusal }),
    )
    await expect.poll(waiting).toBeGreaterThan(0)
    await client.query('commit')
    return await answer
  } finally {
    await client.end()
  }
}

const refused = (status: number, code: string) => ({ refusal: { status, code } })

test('A registration that is deleted while its PIN is compared gets no tokens [R-07]', async () => {
  const number = newNumber()
  await sendSignUp(the.api, number)
  const grant = () => passwordGrant(the.api, number, GOOD_PIN)
  await grant()
  const [family] = await rows(
    the.api,
    'select registration_id from session_family where registration_id is not null order by authenticated_at desc limit 1',
  )
  const id = String(family?.['registration_id'])
  expect(await whileGoing('registration', id, grant)).toMatchObject(refused(400, 'invalid_grant'))
})

test.each([
  {
    what: 'a log-in',
    call: (number: string) => the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }),
    answer: refused(401, 'wrong_login_info'),
  },
  {
    what: 'the token of a log-in',
    call: (number: string) => passwordGrant(the.api, number, GOOD_PIN),
    answer: refused(400, 'invalid_grant'),
  },
])(
  '$what is refused like one with a wrong PIN when the account is erased during the call [R-12]',
  async ({ call, answer }) => {
    const { number, tokens } = await registered(the.api)
    expect(await whileGoing('account', tokens.user_id, () => call(number))).toMatchObject(answer)
  },
)
