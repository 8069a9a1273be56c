import { Console } from 'node:console'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createJourneys } from '../load/journey.ts'
import { cpuOf, postmaster } from '../load/machine.ts'
import { type Site, startSite } from '../load/site.ts'
import { createVisitor } from '../load/visitor.ts'
import { startPartnerWorld } from '../support/partner-world.ts'

/** In the order of a visitor; how often each is done for a person. One that is done once brings what later ones need. */
const WORKS = { journey: 0.5, 'sign-up': 1, grant: 1, send: 1, verify: 1, poll: 30, refresh: 15, 'log-in': 1 }
type Work = keyof typeof WORKS
type Person = { readonly [W in Work]?: () => Promise<unknown> }
type Measured = { failed: number; server: number; database: number }
type Kind = { name: string; newPerson: () => Person }
type Target = Kind & { site: Site; people: Person[]; rounds: Map<Work, Measured[]> }

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4)
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 120)
const CLIENTS = 12

const out = new Console(process.stdout)
const works = Object.keys(WORKS) as Work[]
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
for (const word of words) if (!(word in WORKS)) throw new Error(`"${word}" is not measured: ${works.join(', ')} are.`)
const isChosen = (work: Work) => words.length === 0 || words.includes(work)
const last = works.findLastIndex(isChosen)
const steps = works.filter((work, i) => isChosen(work) || (i < last && WORKS[work] === 1))

const [world, database] = [await startPartnerWorld({}), await postmaster()]
const targets: Target[] = []

async function begin(name: string, main: string | undefined) {
  if (main === undefined) return
  const site = await startSite(world, main)
  targets.push({ name, site, newPerson: ofProduct(site), people: [], rounds: new Map() })
}

function ofProduct(site: Site): () => Person {
  const { newcomer } = createJourneys({ site, world, thinkMs: 0, record: () => {} })
  return () => ({ ...createVisitor(site.url, world), journey: newcomer })
}

/** Has several clients work at once. @returns processor time for each request, in microseconds */
async function measure(work: Work, { name, site, people }: Target): Promise<Measured> {
  const [[pid = 0], queue, requests] = [site.processes(), [...people], WORKS[work] * people.length]
  const before = { server: cpuOf(pid), database: cpuOf(database) }
  let [begun, failed] = [0, 0]
  const client = async () => {
    for (let person = queue.shift(); person !== undefined && begun++ < requests; person = queue.shift()) {
      await person[work]?.().catch((error: Error) => {
        failed += 1
        out.error(`${work}, ${name}: ${error.message}`)
      })
      queue.push(person)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  // Writes that follow a moment later belong to the work.
  await pause(1_000)
  const each = (ms: number) => (1_000 * ms) / requests
  return { failed, server: each(cpuOf(pid) - before.server), database: each(cpuOf(database) - before.database) }
}

/** All targets in turns, each as often first as last, so that nothing favours one of them. Round 0 warms up. */
async function round(number: number): Promise<void> {
  const order = number % 2 === 0 ? targets : targets.toReversed()
  for (const target of targets) target.people = Array.from({ length: PEOPLE }, target.newPerson)
  for (const work of steps)
    for (const target of order) {
      const measured = await measure(work, target)
      if (number > 0) target.rounds.set(work, [...(target.rounds.get(work) ?? []), measured])
    }
}

const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN
const total = ({ server, database: its }: Measured) => server + its

/** Medians; a ratio is that to the product's own in the same round. */
function row(work: Work, { name, rounds }: Target) {
  const [measured, own] = [rounds.get(work) ?? [], targets[0]?.rounds.get(work) ?? []]
  const ratios = measured.map((one, i) => total(one) / total(own[i] ?? one))
  return {
    work,
    by: name,
    'µs CPU': Math.round(median(measured.map(total))),
    'of server': Math.round(median(measured.map(({ server }) => server))),
    'to product': `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)})`,
    failed: measured.reduce((sum, { failed }) => sum + failed, 0),
  }
}

try {
  await begin('product', process.env['BENCH_PRODUCT'])
  await begin('other build', process.env['BENCH_OTHER'])
  for (let n = 0; n <= ROUNDS; n++) await round(n)
  out.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}.
Processor time of server and PostgreSQL for each request, medians of ${ROUNDS} rounds in turns.`)
  const rows = works
    .filter(isChosen)
    .flatMap((work) => targets.filter(({ rounds }) => rounds.has(work)).map((target) => row(work, target)))
  out.table(rows)
  process.exitCode = rows.every(({ failed }) => failed === 0) ? 0 : 1
} finally {
  for (const { site } of targets) await site.stop()
  await world.close()
}
