import { Refusal } from './test-client.ts'
import type { TestApi } from './test-api.ts'

type Outcome<T> = { ok: true; value: T } | { ok: false; status: number; code: string; restart: boolean | undefined }

/** Starts all calls in parallel and waits for every outcome; an error other than a refusal fails the test. */
export async function together<T>(calls: readonly (() => Promise<T>)[]): Promise<Outcome<T>[]> {
  let open = () => {}
  const barrier = new Promise<void>((resolve) => {
    open = resolve
  })
  const running = calls.map(async (call): Promise<Outcome<T>> => {
    await barrier
    try {
      return { ok: true, value: await call() }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ok: false, status: error.status, code: error.code, restart: error.problem.restart }
    }
  })
  open()
  return Promise.all(running)
}

export const times = <T>(count: number, call: (i: number) => Promise<T>): (() => Promise<T>)[] =>
  Array.from({ length: count }, (_, i) => () => call(i))

export const successes = <T>(outcomes: readonly Outcome<T>[]): T[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))

/** How often each answer came: "200" for a success, else status and code. */
export function tally(outcomes: readonly Outcome<unknown>[]): Record<string, number> {
  const names = outcomes.map((outcome) => (outcome.ok ? 'ok' : `${outcome.status} ${outcome.code}`))
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
}

/** Rows in the end, read by another connection than the server's. */
export const rows = (api: TestApi, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
  api.rows(text, values)
