import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { countTimer } from './day-counts.ts'
import { soak } from '#test/soak.ts'
import { invited } from '#test/staff.ts'
import { rows, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const COUNTERS = 6
const REQUESTS = 60

test('Requests that end while several processes count them are each counted once [ADMIN-14]', async () => {
  const project = the.api.credentials.provider.id
  const db = createServerDatabase({
    connectionString: the.api.databaseUrl ?? '',
    maxConnections: COUNTERS,
    onIdleError: () => {},
  })
  const stop = new AbortController().signal
  const timer = countTimer({ db, clock: the.api.clock.now })
  const rounds = soak(3, 30)
  for (let round = 0; round < rounds; round++) {
    const [from, to] = [round * REQUESTS, (round + 1) * REQUESTS]
    await rows(
      the.api,
      `insert into intent (id, mintid_hash, provider_id, live, minimum_age, redirect_uri, request_hash, created_at, expires_at)
       select 'race_' || n, sha256(($1 || n)::bytea), $2, true, 18, 'https://shop.example', '', $3, $4
       from generate_series($5::int, $6::int - 1) n`,
      [
        randomBytes(8).toString('hex'),
        project,
        the.api.clock.now(),
        new Date(+the.api.clock.now() + 48 * HOUR_MS),
        from,
        to,
      ],
    )
    the.api.clock.advance(2 * HOUR_MS)
    const end = (n: number) =>
      rows(the.api, "update intent set state = 'cancelled', ended_at = $2 where id = $1", [
        `race_${from + n}`,
        the.api.clock.now(),
      ])
    await together<unknown>([
      ...times(COUNTERS, () => timer.run(stop)),
      ...times(REQUESTS, (n) => end(n)),
      ...times(COUNTERS, () => timer.run(stop)),
    ])
    the.api.clock.advance(HOUR_MS)
    await together(times(COUNTERS, () => timer.run(stop)))
  }
  await db.close()
  const reader = await invited(the.api, 'viewer', project)
  const { data } = (await reader.call('adminConversion', { params: { project }, query: { mode: 'live' } })).data
  const sum = (name: 'asked' | 'cancelled') => data.reduce((before, day) => before + day[name], 0)
  expect([sum('asked'), sum('cancelled')]).toEqual([rounds * REQUESTS, rounds * REQUESTS])
  expect(await rows(the.api, 'select sum(asked_total)::int as total from intent_day')).toEqual([
    { total: rounds * REQUESTS },
  ])
  expect(await rows(the.api, 'select 1 from intent_uncounted')).toEqual([])
})
