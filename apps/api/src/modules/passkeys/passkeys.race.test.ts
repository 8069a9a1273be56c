import { expect, test } from 'vitest'
import { registered } from '#test/builders.ts'
import { newAddress } from '#test/address.ts'
import { addPasskey, assertion, newPageKey, newPhone, passkeysOf, WITH_PASSKEYS } from '#test/passkeys.ts'
import { successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi(WITH_PASSKEYS)
const signIn = (body: Awaited<ReturnType<typeof assertion>>) =>
  the.api.client('signInByPasskey', { body }, { address: newAddress() })

/** Written by the server's own work, at its own times. */
const BY_ITSELF = /\.(?:job_run|installation|audit_\w+|sweep_walk|intent_counted)$/

test('Many views of the log-in page write nothing [PASSKEY-01]', async () => {
  const stored = async () => {
    const contents = await the.api.contents()
    return {
      rows: contents.filter(({ table }) => !BY_ITSELF.test(table)),
      events: contents.filter(({ row }) => String(row['type']).startsWith('passkey.')),
    }
  }
  const before = await stored()
  for (let i = 0; i < 200; i++)
    await the.api.client('passkeyRequestOptions', { body: { pageKey: newPageKey() } }, { address: newAddress() })
  expect(await stored()).toEqual(before)
})

test('Forty calls with one assertion open one session [PASSKEY-01 R-14]', async () => {
  const { bearer, tokens } = await registered(the.api)
  const { phone, id } = await addPasskey(the.api, bearer)
  const body = await assertion(the.api, phone)
  const outcomes = await together(times(40, () => signIn(body)))
  expect(tally(outcomes)).toEqual({ ok: 1, '422 passkey_refused': 39 })
  const opened = 'select count(*)::int as sessions from session_family where account_id = $1 and opened_by = $2'
  expect(await the.api.rows(opened, [tokens.user_id, id])).toEqual([{ sessions: 1 }])
  expect((await passkeysOf(the.api, bearer)).data).toHaveLength(1)
})

test('Forty calls that add one passkey add one [PASSKEY-05 R-14]', async () => {
  const { bearer } = await registered(the.api)
  const { data: options } = await the.api.client('passkeyCreationOptions', { body: {} }, { bearer })
  const credential = newPhone().create(options)
  const once = times(40, () =>
    the.api.client('createPasskey', { body: { credential } }, { bearer, address: newAddress() }),
  )
  expect(successes(await together(once))).toHaveLength(1)
  expect((await passkeysOf(the.api, bearer)).data).toHaveLength(1)
})
