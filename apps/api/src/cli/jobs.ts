import { Argument } from '@commander-js/extra-typings'
import { AppError, RUNNABLE_JOBS } from '@avouch/contract'
import { readJobs } from '../jobs.ts'
import { Jobs } from '../modules/operator/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { table, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { withDatabase } from './with-database.ts'

const COLUMNS = ['job', 'last done', 'took', 'waiting', 'running', 'done', 'failed', 'repeated', 'next']
const tookText = (milliseconds: number | null): string => (milliseconds === null ? '-' : `${milliseconds} ms`)

export const addJobCommands: AddCommands = (program, choose) => {
  const group = program.command('jobs').description('what servers do in the background')
  group
    .command('list')
    .description(
      'lists the jobs: when one was done last, how long it took, what failed in a week, when the next begins',
    )
    .action(() =>
      choose((site) =>
        withDatabase(site, async ({ database, config }) => {
          const queues = await readJobs(database, config.clock())
          const rows = queues.map((queue) => [
            queue.name,
            timeText(queue.lastDone),
            tookText(queue.lastMs),
            ...[queue.waiting, queue.running, queue.done, queue.failed, queue.repeated].map(String),
            queue.next === null ? (queue.cron ?? '-') : timeText(queue.next),
          ])
          return { lines: table([COLUMNS, ...rows]), data: queues }
        }),
      ),
    )
  group
    .command('run')
    .description('has the running servers do a job now')
    .addArgument(new Argument('<job>', 'which one').choices(RUNNABLE_JOBS))
    .action((name) =>
      choose((site) =>
        withDatabase(site, async ({ database: db, config, audit }) => {
          const jobs = new Jobs({ db, audit, read: () => readJobs(db, config.clock()) })
          await jobs.run(name).catch((error: unknown) => {
            throw error instanceof AppError ? new OperatorError('No server is running that could do it.') : error
          })
          return DONE
        }),
      ),
    )
}
