import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { mountDisk, startCluster } from './support/cluster.ts'
import { createProduction, createProvider, type Production } from './support/production.ts'
import { isSoak } from './support/soak.ts'
import { withClient } from './support/with-client.ts'

/** With a deadline of 2.5 s, and what a busy machine adds. */
const MOST_MS = 3_000
const RECOVERED_MS = 10_000

const figures: string[] = []
afterAll(() => void process.stdout.write(figures.map((line) => `${line}\n`).join('')))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

async function createSite(databaseUrl: string): Promise<Production> {
  const site = await createProduction({ DATABASE_URL: databaseUrl, CAPTCHA: 'off', LIMITS_FACTOR: '1000' })
  onTestFinished(() => site[Symbol.asyncDispose]())
  return site
}

/** One website that requests all the time; what it was promised, and what it saw. */
function requesting(baseUrl: string, { path, request }: Awaited<ReturnType<typeof createProvider>>) {
  const acknowledged: string[] = []
  const refused: { status: number; retryAfter: string | null; ms: number }[] = []
  const over = new AbortController()
  const working = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now()
      const answer = await fetch(`${baseUrl}${path}`, request)
      const body = (await answer.json()) as { id?: string }
      if (answer.status === 201) acknowledged.push(body.id ?? '')
      else
        refused.push({
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          ms: performance.now() - begun,
        })
      await new Promise((wake) => setTimeout(wake, 5))
    }
  })()
  return {
    acknowledged,
    refused,
    async stop() {
      over.abort()
      await working
    },
  }
}
const missingOf = async (databaseUrl: string, ids: readonly string[]) =>
  (
    await withClient(databaseUrl, (client) =>
      client.query<{ id: string }>(
        'select id from unnest($1::text[]) id where not exists (select from intent i where i.id = id.id)',
        [ids],
      ),
    )
  ).rows
const readiness = async (baseUrl: string) => {
  const answer = await fetch(`${baseUrl}/readyz`)
  return [answer.status, ((await answer.json()) as { failed?: string[] }).failed?.join() ?? ''] as const
}

test.skipIf(!isSoak)(
  'On a disk without room every call is 503 in three seconds and the process not ready, and both end with room [OPS-07 OPS-04]',
  async () => {
    const disk = mountDisk(160)
    if (disk === undefined) return
    onTestFinished(() => disk.remove())
    const cluster = await startCluster({ folder: join(disk.folder, 'server') })
    onTestFinished(() => cluster.kill())
    const site = await createSite(cluster.url)
    const running = await site.start()
    const provider = await createProvider(site)
    const website = requesting(running.baseUrl, provider)
    await expect.poll(() => website.acknowledged.length).toBeGreaterThan(50)

    disk.fill()
    const filled = performance.now()
    await expect.poll(() => website.refused.length).toBeGreaterThan(0)
    await expect.poll(async () => (await readiness(running.baseUrl))[0]).toBe(503)
    const [, failed] = await readiness(running.baseUrl)
    figures.push(`full disk: first refusal and not ready (${failed}) after ${seconds(performance.now() - filled)}`)
    await expect.poll(() => website.refused.length).toBeGreaterThan(20)

    disk.free()
    const freed = performance.now()
    await cluster.untilReady()
    await expect.poll(async () => (await readiness(running.baseUrl))[0], { interval: 100 }).toBe(200)
    const before = website.acknowledged.length
    await expect.poll(() => website.acknowledged.length).toBeGreaterThan(before)
    figures.push(`full disk: recovered ${seconds(performance.now() - freed)} after there was room`)
    await website.stop()

    for (const answer of website.refused)
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[15]$/) as string })
    const slowest = Math.max(...website.refused.map(({ ms }) => ms))
    figures.push(`full disk: ${website.refused.length} refusals, the slowest after ${seconds(slowest)}`)
    expect(slowest).toBeLessThan(MOST_MS)
    expect(await missingOf(cluster.url, website.acknowledged)).toEqual([])
  },
)

test.skipIf(!isSoak)(
  'When a primary is killed its promoted synchronous replica goes on in ten seconds, and nothing acknowledged is lost [OPS-19 OPS-07]',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'avouch-clusters-'))
    chmodSync(folder, 0o755)
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const primary = await startCluster({ folder: join(folder, 'one') })
    onTestFinished(() => primary.kill())
    const replica = await startCluster({
      folder: join(folder, 'two'),
      replicaOf: { port: primary.port, name: 'two' },
    })
    onTestFinished(() => replica.kill())
    await withClient(primary.url, async (client) => {
      await client.query(`alter system set synchronous_standby_names = 'two'`)
      await client.query('select pg_reload_conf()')
      const isSynchronous = async () =>
        (
          await client.query<{ sync_state: string }>(
            `select sync_state from pg_stat_replication where application_name = 'two'`,
          )
        ).rows
      await expect.poll(isSynchronous).toEqual([{ sync_state: 'sync' }])
    })
    const both = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/postgres?target_session_attrs=read-write`
    const site = await createSite(both)
    const running = await site.start()
    const website = requesting(running.baseUrl, await createProvider(site))
    await expect.poll(() => website.acknowledged.length).toBeGreaterThan(50)

    await primary.kill()
    const killed = performance.now()
    await expect.poll(() => website.refused.length, { interval: 20 }).toBeGreaterThan(0)
    const before = website.acknowledged.length
    await replica.promote()
    await expect.poll(() => website.acknowledged.length, { interval: 20 }).toBeGreaterThan(before)
    const recovered = performance.now() - killed
    await expect.poll(async () => (await readiness(running.baseUrl))[0]).toBe(200)
    await expect.poll(() => website.acknowledged.length).toBeGreaterThan(before + 50)
    await website.stop()

    const slowest = Math.max(...website.refused.map(({ ms }) => ms))
    figures.push(
      `promoted replica: writes again ${seconds(recovered)} after the kill, ${website.refused.length} refusals, the slowest after ${seconds(slowest)}, ${website.acknowledged.length} acknowledged`,
    )
    expect(recovered).toBeLessThan(RECOVERED_MS)
    for (const answer of website.refused)
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[15]$/) as string })
    expect(slowest).toBeLessThan(MOST_MS)
    expect(await missingOf(replica.url, website.acknowledged)).toEqual([])
  },
)
