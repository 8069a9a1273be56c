import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname } from 'node:path'
import { Console } from 'node:console'
import { confirm } from './intents.ts'
import { codes, logIns } from './log-ins.ts'
import { watchMachine } from './machine.ts'
import { oidc } from './oidc.ts'
import { pages } from './pages.ts'
import { busy, embedded, poll, refresh } from './paths.ts'
import { presentations } from './presentations.ts'
import { lineOf, reportPage, type Row, type Section } from './report.ts'
import { startAndMemory } from './start.ts'
import { createWorld, type World } from './world.ts'

/** What can be measured on its own, by the name that chooses it. */
const GROUPS: Readonly<Record<string, (world: World) => Promise<Row[]>>> = {
  poll,
  refresh,
  busy,
  'log-in': logIns,
  codes,
  confirm,
  presentations,
  oidc,
  pages,
  embedded,
}
const START = 'start'

const out = new Console(process.stdout)
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = chosen.find((name) => name !== START && !(name in GROUPS))
if (unknown !== undefined) {
  out.error(`"${unknown}" is not measured: ${[...Object.keys(GROUPS), START].join(', ')} are.`)
  process.exit(1)
}
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)

const world = await createWorld({ peers: process.env['BENCH_PEERS'], other: process.env['BENCH_OTHER'] })
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}.`
const sections: Section[] = []
try {
  out.log(
    `${machine} A floor is the framework, the driver and one statement; µs CPU are those of server and PostgreSQL.`,
  )
  for (const [name, measure] of Object.entries(GROUPS)) {
    if (!isChosen(name)) continue
    const ended = watchMachine()
    const rows = await measure(world)
    const section = { name, rows, ...ended() }
    sections.push(section)
    out.log(`${name}: load ${section.load}, steal ${section.steal}`)
    out.table(rows.map(lineOf))
  }
  if (isChosen(START)) out.table(await startAndMemory(world))
  const path = process.env['BENCH_REPORT']
  if (path !== undefined) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, reportPage(sections, machine))
    out.log(`Report: ${path}`)
  }
} finally {
  await world.stop()
}
