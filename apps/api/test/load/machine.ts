import { readFileSync } from 'node:fs'
import { withClient } from '../support/with-client.ts'

/** Processor time of a process and its children, with those that ended, in milliseconds. */
export function cpuOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const ticks = [pid, ...children].flatMap((one) => {
    try {
      return readFileSync(`/proc/${one}/stat`, 'utf8').replace(/.*\) /, '').split(' ').slice(11, 15).map(Number)
    } catch {
      // It has just ended, and its parent has its time.
      return []
    }
  })
  // A tick is 10 ms.
  return 10 * ticks.reduce((sum, one) => sum + one, 0)
}

/** The process of the database server, whose children do its work. */
export const postmaster = (): Promise<number> =>
  withClient(process.env['TEST_DATABASE_URL'] ?? '', async (client) => {
    const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
    return Number.parseInt(rows[0]?.file ?? '', 10)
  })
