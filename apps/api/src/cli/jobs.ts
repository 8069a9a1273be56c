import { Argument } from '@commander-js/extra-typings'
import { addJob, jobOverview } from '../platform/database/job-desk.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { table, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { withDatabase } from './with-database.ts'

/** What looks for what is due, so that it may run at any time. The job of an SMS belongs to that SMS. */
const RUNNABLE = ['retention.sweep', 'accounts.erase', 'webhook.deliver'] as const

const COLUMNS = ['job', 'last done', 'took', 'waiting', 'running', 'done', 'failed', 'repeated', 'next']

export const addJobCommands: AddCommands = (program, choose) => {
  const group = program.command('jobs').description('what servers do in the background')
  group
    .command('list')
    .description(
      'lists the jobs: when one was done last, how long it took, what failed in a week, when the next begins',
    )
    .action(() =>
      choose((site) =>
        withDatabase(site, async ({ database }) => {
          const queues = await jobOverview(database)
          const rows = queues.map((queue) => [
            queue.name,
            timeText(queue.lastDone),
            queue.lastMs === null ? '-' : `${queue.lastMs} ms`,
            ...[queue.waiting, queue.running, queue.done, queue.failed, queue.repeated].map(String),
            queue.next === null ? (queue.cron ?? '-') : timeText(queue.next),
          ])
          return { lines: table([COLUMNS, ...rows]), data: queues }
        }),
      ),
    )
  group
    .command('run')
    .description('has a running server do a job now')
    .addArgument(new Argument('<job>', 'which one').choices(RUNNABLE))
    .action((name) =>
      choose((site) =>
        withDatabase(site, async ({ database, append }) => {
          await database.transaction(async (tx) => {
            if (!(await addJob(tx, name))) throw new OperatorError('No server has run on this database yet.')
            await append(tx, { type: 'operator.job_run', reason: name })
          })
          return DONE
        }),
      ),
    )
}
