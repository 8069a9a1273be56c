import { Console } from 'node:console'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPartnerWorld } from '../support/partner-world.ts'
import { createJourneys, type Recorded } from './journey.ts'
import { cpuOf, postmaster } from './machine.ts'
import { startSite } from './site.ts'

const out = new Console(process.stdout)
const USUAL = { rate: 2, seconds: 30, returning: 0.5, think: 500, processes: 1, 'restart-every': 0, 'kill-every': 0 }
const options = Object.fromEntries(Object.keys(USUAL).map((name) => [name, { type: 'string' as const }]))
const given = Object.entries(parseArgs({ options }).values).map(([name, value]) => [name, Number(value)] as const)
const choice = { ...USUAL, ...Object.fromEntries(given) }
const { LOADED_PROGRAM = '', LOADED_NEXT: next } = process.env
const isOver = new AbortController()

const [world, database] = [await startPartnerWorld({}), await postmaster()]
const site = await startSite(world, LOADED_PROGRAM, choice.processes)
const recorded: Recorded[] = []
let mostMemory = 0
const exits: (number | null)[] = []

/** Milliseconds of processor time of all servers so far, of which some have ended. */
const spent = new Map<number, number>()
function cpuOfServers(): number {
  for (const pid of site.processes()) spent.set(pid, cpuOf(pid))
  return [...spent.values()].reduce((sum, ms) => sum + ms, 0)
}
const mebibytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

/** A row for each step, in the order in which they came first. */
const summarise = (all: readonly Recorded[]) =>
  [...Map.groupBy(all, ({ step }) => step)].map(([step, taken]) => {
    const sorted = taken.map(({ ms }) => ms).toSorted((one, other) => one - other)
    const of = (part: number) => Math.round(10 * (sorted[Math.floor(sorted.length * part)] ?? 0)) / 10
    const failed = taken.filter(({ error }) => error !== undefined).length
    return { step, requests: taken.length, failed, 'p50 ms': of(0.5), 'p95 ms': of(0.95), 'p99 ms': of(0.99) }
  })

async function sample(): Promise<void> {
  for (; !isOver.signal.aborted; await pause(1_000)) {
    try {
      mostMemory = Math.max(mostMemory, ...site.processes().map(mebibytesOf))
      cpuOfServers()
    } catch {
      // A process has just ended: the next sample has the one in its place.
    }
  }
}

/** Ends one process after the other, again and again. */
async function disturb(every: number, run: (port: number) => Promise<unknown>): Promise<void> {
  if (every === 0) return
  const begun = performance.now()
  for (let n = 1; ; n++) {
    await pause(Math.max(0, begun + n * every * 1_000 - performance.now()), undefined, isOver).catch(() => {})
    if (isOver.signal.aborted) return
    await run(site.ports[n % site.ports.length] ?? 0)
  }
}
const restart = async (port: number, program?: string) => void exits.push(await site.restart(port, 'SIGTERM', program))

/** Upgrades as its page says: the next version's migrations, then one process after the other; and all of them back. */
async function upgrade(): Promise<void> {
  if (next === undefined) return
  exits.push(await site.operate(['migrations', 'run'], next))
  for (const program of [next, undefined]) for (const port of site.ports) await restart(port, program)
}

try {
  const journeys = createJourneys({ site, world, thinkMs: choice.think, record: (one) => void recorded.push(one) })
  const from = performance.now()
  const before = { server: cpuOfServers(), database: cpuOf(database) }
  const during = [
    Promise.all([pause(1_000 * choice.seconds), upgrade()]).finally(() => isOver.abort()),
    sample(),
    disturb(choice['restart-every'], restart),
    disturb(choice['kill-every'], (port) => site.restart(port, 'SIGKILL')),
  ]
  const visits: Promise<void>[] = []
  while (!isOver.signal.aborted) {
    const visit = (Math.random() < choice.returning && journeys.returning()) || journeys.newcomer()
    visits.push(visit)
    // A journey that breaks off has said why in its step.
    visit.catch(() => {})
    // Visitors come at random, however long the others take.
    await pause((-1_000 * Math.log(1 - Math.random())) / choice.rate, undefined, isOver).catch(() => {})
  }
  await Promise.all(during)
  const completed = (await Promise.allSettled(visits)).filter(({ status }) => status === 'fulfilled').length
  const each = (ms: number) => Math.round(ms / Math.max(1, completed))
  const figures = {
    'journeys begun': visits.length,
    completed,
    'completed a second': ((1_000 * completed) / (performance.now() - from)).toFixed(2),
    'server ms CPU each': each(cpuOfServers() - before.server),
    'database ms CPU each': each(cpuOf(database) - before.database),
    'MiB of a process at most': Math.round(mostMemory),
    'restarts (exit codes)': `${exits.length} (${[...new Set(exits)].join()})`,
  }
  out.table(summarise(recorded))
  out.table([figures])
  const { facts, problems } = await journeys.lost()
  const failed = recorded.flatMap(({ step, error }) => (error === undefined ? [] : [`failed: ${step}: ${error}`]))
  const isWhole = (await site.operate(['audit', 'verify'])) === 0
  for (const line of new Set([...problems, ...failed])) out.log(line)
  out.log(`${recorded.length} requests, ${failed.length} failed; ${problems.length} of ${facts} acknowledged facts lost; \
audit trail ${isWhole ? 'whole' : 'broken'}`)
  out.log(
    `${cpus()[0]?.model}, ${availableParallelism()} cores for driver, servers and database, Node ${process.version}`,
  )
  // A process that is killed breaks its requests. What was acknowledged is never lost.
  const broken = choice['kill-every'] > 0 ? 0 : failed.length
  process.exitCode = broken + problems.length === 0 && isWhole && exits.every((code) => code === 0) ? 0 : 1
} finally {
  isOver.abort()
  await site.stop()
  await world.close()
}
