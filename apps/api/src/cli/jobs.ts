import { Argument } from '@commander-js/extra-typings'
import { AppError, MINUTE_MS, RUNNABLE_JOBS } from '@avouch/contract'
import { readJobs } from '../background/jobs.ts'
import { Jobs } from '../modules/operator/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { pause } from '../platform/pause.ts'
import { table, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { withDatabase } from './with-database.ts'

const COLUMNS = ['job', 'last done', 'took', 'waiting', 'running', 'done', 'failed', 'repeated', 'next']
const tookText = (milliseconds: number | null): string => (milliseconds === null ? '-' : `${milliseconds} ms`)

const LOOK_EVERY_MS = 250
/** As long as a statement of a job may take. */
const PATIENCE_MS = 10 * MINUTE_MS

const refusalOf = ({ code }: AppError): string =>
  code === 'conflict'
    ? 'No server is running that could do it.'
    : 'The database does not answer in time: "jobs list" shows what was done.'

/** Waits until a server records a run of the timer; no run of an outbox is recorded. @throws OperatorError when it failed */
async function waitForEnd(
  read: () => ReturnType<typeof readJobs>,
  name: string,
  begin: () => Promise<void>,
): Promise<void> {
  const find = async () => (await read()).find((job) => job.name === name && job.cron !== null)
  const before = await find()
  await begin()
  if (before === undefined) return
  const tooLate = AbortSignal.timeout(PATIENCE_MS)
  for (;;) {
    const { done, failed } = (await find()) ?? before
    if (failed > before.failed)
      throw new OperatorError('The job failed: "job failed" in the log of the servers has the reason.')
    if (done > before.done) return
    if (tooLate.aborted) throw new OperatorError('The job has not ended yet: "jobs list" shows when it has.')
    await pause(LOOK_EVERY_MS, tooLate)
  }
}

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
    .description('has the running servers do a job now; exits with 1 when it fails')
    .addArgument(new Argument('<job>', 'which one').choices(RUNNABLE_JOBS))
    .action((name) =>
      choose((site) =>
        withDatabase(site, async ({ database: db, config, audit }) => {
          const read = () => readJobs(db, config.clock())
          await waitForEnd(read, name, () => new Jobs({ db, audit, read }).run(name)).catch((error: unknown) => {
            throw error instanceof AppError ? new OperatorError(refusalOf(error)) : error
          })
          return DONE
        }),
      ),
    )
}
