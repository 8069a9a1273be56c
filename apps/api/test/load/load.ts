import { Console } from 'node:console'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuOf, memoryOf, postmaster } from '../bench/machine.ts'
import { PIN } from '../bench/people.ts'
import { startGateway } from './gateway.ts'
import { type Acknowledged, createJourneys, type Recorded } from './journey.ts'
import { loadPage, type Sample, summarise } from './report.ts'
import { type Site, startSite } from './site.ts'

const out = new Console(process.stdout)
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '30' },
    returning: { type: 'string', default: '0.5' },
    think: { type: 'string', default: '500' },
    processes: { type: 'string', default: '1' },
    'restart-every': { type: 'string' },
    'kill-every': { type: 'string' },
  },
})
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const [rate, seconds, share, thinkMs, processes] = [
  Number(values.rate),
  Number(values.seconds),
  Number(values.returning),
  Number(values.think),
  Number(values.processes),
]
const [restartEvery, killEvery] = [number(values['restart-every']), number(values['kill-every'])]
const SAMPLE_MS = 1_000
const isOver = new AbortController()

const gateway = await startGateway()
const site = await startSite(process.env['LOADED_PROGRAM'] ?? '', gateway, processes)
const database = await postmaster()
const recorded: Recorded[] = []
const samples: Sample[] = []
const acknowledged: Acknowledged = { numbers: [], intents: [] }
const counts = { begun: 0, completed: 0, broken: 0 }
const exits: (number | null)[] = []

/** Processor time of the servers, of which some end on the way. */
function cpuMeter({ processes: running }: Site) {
  const last = new Map<number, number>()
  return () => {
    for (const pid of running()) last.set(pid, Math.max(last.get(pid) ?? 0, cpuOf([pid])))
    return [...last.values()].reduce((sum, ms) => sum + ms, 0)
  }
}

async function sample(meter: () => number, from: number): Promise<void> {
  const memory = () => site.processes().map((pid) => memoryOf(pid).now)
  while (!isOver.signal.aborted) {
    const at = performance.now()
    try {
      samples.push({
        at: (at - from) / 1_000,
        server: meter(),
        database: cpuOf([database]),
        memory: Math.max(0, ...memory()),
      })
    } catch {
      // A process has just ended: the next sample has the one in its place.
    }
    await pause(SAMPLE_MS)
  }
}

/** One process after the other, again and again. */
async function disturb(every: number | undefined, run: (port: number) => Promise<void>): Promise<void> {
  if (every === undefined) return
  const begun = performance.now()
  for (let n = 0; ; n++) {
    const next = begun + (n + 1) * every * 1_000 - performance.now()
    await pause(Math.max(0, next), undefined, { signal: isOver.signal }).catch(() => {})
    if (isOver.signal.aborted) return
    await run(site.ports[n % site.ports.length] ?? 0)
  }
}

/**
 * As the page on upgrades says: the migrations of the next version while the one before serves, then one process after the
 * other from its folder; and all of them back.
 */
async function upgrade(next: string | undefined): Promise<void> {
  if (next === undefined) return
  exits.push(await site.migrate(next))
  for (const program of [next, undefined]) for (const port of site.ports) exits.push(await site.restart(port, program))
}

try {
  const journeys = createJourneys({
    url: site.url,
    apiKey: site.sandbox.provider.apiKey,
    callbackSecret: site.sandbox.identityCheck.callbackSecret,
    gateway,
    thinkMs,
    acknowledged,
    record: (one) => void recorded.push(one),
  })
  const known = await site.people.add('account', Math.ceil(rate * seconds * share) + 1)
  const [meter, from] = [cpuMeter(site), performance.now()]
  const before = { server: meter(), database: cpuOf([database]), driver: process.cpuUsage() }
  const beside = [
    sample(meter, from),
    disturb(restartEvery, async (port) => void exits.push(await site.restart(port))),
    disturb(killEvery, (port) => site.kill(port)),
  ]
  const state = { isUpgrading: true }
  const upgraded = upgrade(process.env['LOADED_NEXT']).finally(() => void (state.isUpgrading = false))

  const visits: Promise<void>[] = []
  // Visitors come at random, however long the others take.
  for (let at = 0; at < seconds || state.isUpgrading; at += -Math.log(1 - Math.random()) / rate) {
    await pause(Math.max(0, from + at * 1_000 - performance.now()))
    counts.begun += 1
    const person = Math.random() < share ? known.pop() : undefined
    const visit = person === undefined ? journeys.newcomer() : journeys.returning({ ...person, pin: PIN })
    visits.push(
      visit.then(
        () => void (counts.completed += 1),
        () => void (counts.broken += 1),
      ),
    )
  }
  await upgraded
  await Promise.all(visits)
  const took = (performance.now() - from) / 1_000
  isOver.abort()
  await Promise.all(beside)

  const spent = process.cpuUsage(before.driver)
  const each = (ms: number) => Math.round(ms / Math.max(1, counts.completed))
  const figures = {
    'journeys begun': counts.begun,
    completed: counts.completed,
    broken: counts.broken,
    'completed a second': (counts.completed / took).toFixed(2),
    'server ms CPU each': each(meter() - before.server),
    'database ms CPU each': each(cpuOf([database]) - before.database),
    'driver ms CPU each': each((spent.user + spent.system) / 1_000),
    'MiB of a process at most': Math.round(Math.max(0, ...samples.map(({ memory }) => memory))),
    ...(exits.length > 0 && { 'restarts (exit codes)': `${exits.length} (${[...new Set(exits)].join()})` }),
  }
  const steps = summarise(recorded)
  out.table(steps)
  out.table([figures])
  const lost = await journeys.lost()
  for (const problem of lost) out.log(`lost: ${problem}`)
  const audited = await site.operate('audit', 'verify')
  const failed = recorded.filter(({ error }) => error !== undefined)
  for (const error of new Set(failed.map((one) => `${one.step}: ${one.error}`))) out.log(`failed: ${error}`)
  out.log(
    `${recorded.length} requests, ${failed.length} failed; ${lost.length} of ${acknowledged.intents.length + acknowledged.numbers.length} acknowledged facts lost; audit trail ${audited === 0 ? 'whole' : 'broken'}`,
  )

  const path = process.env['LOAD_REPORT']
  if (path !== undefined) {
    const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores for driver, servers and database, Node ${process.version}.`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      loadPage({ machine, arguments: process.argv.slice(2).join(' '), steps, figures, recorded, samples, from }),
    )
    out.log(`Report: ${path}`)
  }
  const isRight = lost.length === 0 && audited === 0 && exits.every((code) => code === 0)
  // A process that is killed breaks its requests. What was acknowledged is never lost.
  process.exitCode = isRight && (killEvery !== undefined || failed.length === 0) ? 0 : 1
} finally {
  isOver.abort()
  await site.stop()
  await gateway.close()
}
