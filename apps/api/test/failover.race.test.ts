import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLine } from './support/line.ts'
import { createProduction, createProvider, type Production, type Running } from './support/production.ts'

type Line = Awaited<ReturnType<typeof createLine>>

let site: Production
let lines: [Line, Line]
let running: Running
let provider: Awaited<ReturnType<typeof createProvider>>
beforeAll(async () => {
  site = await createProduction()
  provider = await createProvider(site)
  lines = [await createLine(site.databaseUrl), await createLine(site.databaseUrl)]
  lines[0].becomeStandby(true)
  running = await site.start({ DATABASE_URL: bothHosts() })
})
afterAll(async () => {
  for (const line of lines) await line[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const hostOf = ({ url }: Line) => new URL(url).host
const bothHosts = () => {
  const [one, two] = lines
  return `${one.url.replace(hostOf(one), `${hostOf(one)},${hostOf(two)}`)}?target_session_attrs=read-write`
}
/** The next test begins as the first: one server is a standby, and the other takes writes. */
const putBack = () =>
  onTestFinished(async () => {
    const [one, two] = lines
    two.becomeStandby(false)
    await one.die(false)
    one.becomeStandby(true)
    await expect.poll(write).toBe(201)
  })
const write = async () => (await fetch(`${running.baseUrl}${provider.path}`, provider.request)).status

test('Of several servers a process writes to the one that takes writes, also after another one has become it [OPS-19]', async () => {
  putBack()
  const [one, two] = lines
  expect(await write()).toBe(201)
  one.becomeStandby(false)
  two.becomeStandby(true)
  await expect.poll(write).toBe(201)
  await expect.poll(async () => (await fetch(`${running.baseUrl}/readyz`)).status).toBe(200)
  await one.die(true)
  two.becomeStandby(false)
  await expect.poll(write).toBe(201)
})

test('While one server is dead and the other takes no writes, readiness and log say which one takes none [OPS-19 OPS-04]', async () => {
  putBack()
  const [one, two] = lines
  await one.die(true)
  two.becomeStandby(true)
  const failed = async () =>
    ((await (await fetch(`${running.baseUrl}/readyz`)).json()) as { failed?: string[] }).failed?.join()
  await expect.poll(failed).toBe('read-only')
  for (let looks = 0; looks < 10; looks++) expect(await failed()).toBe('read-only')
  expect(await write()).toBe(503)
  const said = running.log().map((line) => JSON.parse(line) as { event?: string; failures?: string[]; reason?: string })
  const noWrites = said.findLast(({ event, failures }) => event === 'readiness' && failures?.join() === 'read-only')
  expect(noWrites?.reason).toBe(`the server at ${hostOf(two)} takes no writes`)
  const { code, err } = await site.run({ DATABASE_URL: bothHosts() })
  expect([code, err]).toEqual([
    1,
    `The database at ${hostOf(two)} (DATABASE_URL) can't be used: it takes no writes (25006).`,
  ])
})

test('A wish for another server than one that takes writes is refused in one line [OPS-19 OPS-02]', async () => {
  const { code, err } = await site.run({ DATABASE_URL: `${site.databaseUrl}?target_session_attrs=standby` })
  expect([code, err]).toEqual([1, 'The setting DATABASE_URL is wrong: its target_session_attrs has to be read-write.'])
})
