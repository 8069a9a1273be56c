import type { Meter } from './meter.ts'

export type JobMeter = ReturnType<typeof createJobMeter>

/** Counts what this process did in the background. */
export function createJobMeter(meter: Meter) {
  const lastDone = new Map<string, number>()
  const ran = meter.counter({
    name: 'jobs_total',
    help: 'Jobs that this process ran, by queue: done, failed, or to come again.',
    labels: ['queue', 'outcome'],
  })
  meter.gauge(
    { name: 'job_last_done_timestamp_seconds', help: 'When this process last did one.', labels: ['queue'] },
    async () => [...lastDone].map(([queue, value]) => ({ labels: { queue }, value })),
  )
  return {
    /** Its failures are there from the start, so that the first one is a rise. */
    begin: (queue: string): void => ran({ queue, outcome: 'failed' }, 0),
    ran(queue: string, outcome: 'done' | 'failed' | 'not_yet'): void {
      ran({ queue, outcome })
      if (outcome === 'done') lastDone.set(queue, Date.now() / 1_000)
    },
  }
}
