import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import pg from 'pg'

const MS_PER_TICK = 10

/** Processor time of processes and everything below them, in milliseconds. */
export function cpuOf(roots: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        // Its own, and that of children that ended in between.
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
      } catch {
        return []
      }
    })
  const counted = new Set(roots)
  for (const { pid, parent } of stats.toSorted((one, other) => one.pid - other.pid))
    if (counted.has(parent)) counted.add(pid)
  return MS_PER_TICK * stats.filter(({ pid }) => counted.has(pid)).reduce((sum, one) => sum + one.ticks, 0)
}

/** Memory of a process in MiB: what it holds now, and the most that it held. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024)
  return { now: mib('VmRSS'), peak: mib('VmHWM') }
}

/** What the machine did for others: its load, and the part of its time that the host gave to other machines. */
export function watchMachine(): () => { load: string; steal: string } {
  const times = () => (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).slice(1, 9).map(Number)
  const before = times()
  return () => {
    const spent = times().map((time, i) => time - (before[i] ?? 0))
    const all = spent.reduce((sum, one) => sum + one, 0)
    const [one = 0] = loadavg()
    return { load: one.toFixed(1), steal: `${((100 * (spent[7] ?? 0)) / Math.max(1, all)).toFixed(1)} %` }
  }
}

/** The server of the database; everything it does is below it. */
export async function postmaster(): Promise<number> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
  await client.end()
  return Number(rows[0]?.file.split('\n')[0])
}
