import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const CONNECTIONS = 32
/** Of those whose work is done once. */
const CLIENTS = 16
const TICKS_PER_SECOND = 100

export type Work = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Gets the answer of a success. */
  answered?: (text: string) => void
}
export type Measured = { requests: number; perSecond: number; p50: number; cpuMicros: number; failed: number }

/** Processor time of a process and everything below it, in milliseconds. */
function cpuOf(roots: readonly number[]): number {
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
  const ticks = stats.filter(({ pid }) => counted.has(pid)).reduce((sum, one) => sum + one.ticks, 0)
  return (ticks * 1_000) / TICKS_PER_SECOND
}

const isSuccess = (status: number) => status >= 200 && status <= 299

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** One request on a connection that stays open. @returns its status; 0 when it failed */
function ask({ url, method, headers, body, answered }: Work): Promise<number> {
  return new Promise((ended) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const status = answer.statusCode ?? 0
      let text = ''
      if (answered === undefined) answer.resume()
      else answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => {
        if (isSuccess(status)) answered?.(text)
        ended(status)
      })
    })
    asked.once('error', () => ended(0))
    asked.end(body)
  })
}

const middleOf = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? 0

/** As many requests as possible for some seconds; each connection sends its own kind of work. */
export const load = (works: readonly Work[], seconds: number, processes: readonly number[]): Promise<Measured> =>
  measured(
    Array.from({ length: CONNECTIONS }, (_, n) => () => works[n % works.length]),
    seconds,
    processes,
  )

/** The same with fewer connections, and each work once: the next connection that is free takes the next. */
export function drain(works: readonly Work[], seconds: number, processes: readonly number[]): Promise<Measured> {
  let taken = 0
  const next = () => works[taken++]
  return measured(
    Array.from({ length: CLIENTS }, () => next),
    seconds,
    processes,
  )
}

type Next = () => Work | undefined

async function measured(
  connections: readonly Next[],
  seconds: number,
  processes: readonly number[],
): Promise<Measured> {
  const cpuBefore = cpuOf(processes)
  const waits: number[] = []
  let failed = 0
  const from = performance.now()
  const until = from + seconds * 1_000
  async function connection(next: Next): Promise<void> {
    while (performance.now() < until) {
      const work = next()
      if (work === undefined) return
      const asked = performance.now()
      const status = await ask(work)
      waits.push(performance.now() - asked)
      if (!isSuccess(status)) failed += 1
    }
  }
  await Promise.all(connections.map(connection))
  const lasted = (performance.now() - from) / 1_000
  // Writes that follow a moment later belong to the measurement.
  await sleep(1_200)
  return {
    requests: waits.length,
    perSecond: Math.round(waits.length / lasted),
    p50: Math.round(10 * middleOf(waits.toSorted((one, other) => one - other))) / 10,
    cpuMicros: Math.round(((cpuOf(processes) - cpuBefore) * 1_000) / Math.max(1, waits.length)),
    failed,
  }
}
