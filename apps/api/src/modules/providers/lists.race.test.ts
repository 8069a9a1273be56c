import { expect, test } from 'vitest'
import { soak } from '#test/soak.ts'
import { rows } from '#test/together.ts'
import { newOwner } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const MANY = soak(1_000, 10_000)

const CHECKS = `
  insert into intent (id, mintid_hash, provider_id, live, minimum_age, redirect_uri, state, request_hash, reference,
    created_at, expires_at, ended_at)
  select 'int_' || n, sha256(n::text::bytea), $1, n % 2 = 0, 18, 'https://shop.example', 'expired', '', 'r' || n,
    $2::timestamptz - n * interval '1 minute', $2, $2
  from generate_series(1, ${MANY}) n`
const DELIVERIES = `
  insert into webhook_event (id, intent_id, provider_id, type, sequence, body, created_at, next_attempt_at, state, last_error)
  select 'evt_' || n, 'int_' || n, $1, 'intent.expired', n, '{}', $2, $2, 'failed', 'no_webhook'
  from generate_series(1, ${MANY}) n`

test('Every check and delivery of thousands is found page by page, once [ADMIN-13]', async () => {
  const { project, call } = await newOwner(the.api)
  const now = the.api.clock.now()
  await rows(the.api, CHECKS, [project, now])
  await rows(the.api, DELIVERIES, [project, now])
  const params = { project }
  for (const name of ['adminListChecks', 'adminListDeliveries'] as const) {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await call(name, { params, query: { limit: '100', cursor } })
      ids.push(...data.data.map(({ id }) => id))
      cursor = data.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect([name, ids.length, new Set(ids).size]).toEqual([name, MANY, MANY])
  }
})
