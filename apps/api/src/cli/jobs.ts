import { Argument } from '@commander-js/extra-typings'
import { RUNNABLE_JOBS } from '@avouch/contract'
import { runJob } from '../modules/operator/index.ts'
import { jobOverview } from '../platform/database/job-desk.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { table, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { withDatabase } from './with-database.ts'

const NO_QUEUE = 'No server has run on this database yet.'
const COLUMNS = ['job', 'last done', 'took', 'waiting', 'running', 'done', 'failed', 'repeated', 'next']
/** The admin API leaves them out. */
const NOT_TOLD: ReadonlySet<string> = new Set(['done', 'repeated'])
const tookText = (milliseconds: number | null): string => (milliseconds === null ? '-' : `${milliseconds} ms`)

export const addJobCommands: AddCommands = (program, choose) => {
  const group = program.command('jobs').description('what servers do in the background')
  group
    .command('list')
    .description(
      'lists the jobs: when one was done last, how long it took, what failed in a week, when the next begins',
    )
    .action(() =>
      choose(
        (site) =>
          withDatabase(site, async ({ database }) => {
            const queues = await jobOverview(database)
            const rows = queues.map((queue) => [
              queue.name,
              timeText(queue.lastDone),
              tookText(queue.lastMs),
              ...[queue.waiting, queue.running, queue.done, queue.failed, queue.repeated].map(String),
              queue.next === null ? (queue.cron ?? '-') : timeText(queue.next),
            ])
            return { lines: table([COLUMNS, ...rows]), data: queues }
          }),
        {
          remote: async (call) => {
            const data = (await call('adminListJobs', {})).data.map(({ last_done_at, last_ms, next_at, ...job }) => ({
              ...job,
              lastDone: last_done_at,
              lastMs: last_ms,
              next: next_at,
            }))
            const rows = data.map((job) => [
              job.name,
              job.lastDone ?? '-',
              tookText(job.lastMs),
              ...[job.waiting, job.running, job.failed].map(String),
              job.next ?? job.cron ?? '-',
            ])
            return { lines: table([COLUMNS.filter((name) => !NOT_TOLD.has(name)), ...rows]), data }
          },
        },
      ),
    )
  group
    .command('run')
    .description('has a running server do a job now')
    .addArgument(new Argument('<job>', 'which one').choices(RUNNABLE_JOBS))
    .action((name) =>
      choose(
        (site) =>
          withDatabase(site, async ({ database: db, append }) => {
            if (!(await runJob({ db, append }, name)))
              throw new OperatorError('No server has run on this database yet.')
            return DONE
          }),
        {
          remote: async (call) => {
            await call('adminRunJob', { params: { name } }, { conflict: NO_QUEUE })
            return DONE
          },
        },
      ),
    )
}
