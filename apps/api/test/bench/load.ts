import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cpuOf } from './machine.ts'

const CONNECTIONS = 32
/** Of those whose work is done once. */
const CLIENTS = 16
const SCRIPT = join(import.meta.dirname, 'wrk.lua')

export type Work = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Gets the answer of a success. */
  answered?: (text: string) => void
}
export type Measured = {
  requests: number
  perSecond: number
  p50: number
  p95: number
  /** Of all processes for each request, and of the first one: the server itself. */
  cpuMicros: number
  serverMicros: number
  failed: number
}
type Ran = Omit<Measured, 'cpuMicros' | 'serverMicros'>

/** Adds what the processes spent for each request. Writes that follow a moment later belong to it. */
async function measured(run: () => Promise<Ran>, processes: readonly number[]): Promise<Measured> {
  const spent = () => [cpuOf(processes), cpuOf(processes.slice(0, 1))] as const
  const before = spent()
  const ran = await run()
  await sleep(1_200)
  const after = spent()
  const each = (i: 0 | 1) => Math.round(((after[i] - before[i]) * 1_000) / Math.max(1, ran.requests))
  return { ...ran, cpuMicros: each(0), serverMicros: each(1) }
}

const oneDecimal = (number: number) => Math.round(10 * number) / 10

/** A request as it is sent. */
const textOf = ({ url, method, headers, body }: Work): string => {
  const { host, pathname, search } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

type Choice = {
  processes: readonly number[]
  seconds: number
  connections?: number
  /** Work arrives at this rate; without it, as soon as a client is free. */
  perSecond?: number | undefined
}

/** As many requests as possible for some seconds, sent by a program that takes little of the processor itself. */
async function wrk(url: string, texts: readonly string[], mode: string, choice: Choice): Promise<Measured> {
  const { processes, seconds, connections = CONNECTIONS } = choice
  const folder = mkdtempSync(join(tmpdir(), 'avouch-wrk-'))
  const file = join(folder, 'requests')
  writeFileSync(file, texts.map((text) => `${Buffer.byteLength(text)}\n${text}\n`).join(''))
  const size = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s']
  async function run(): Promise<Ran> {
    const { stdout } = await promisify(execFile)('wrk', [...size, '-s', SCRIPT, new URL(url).origin, '--', file, mode])
    const [requests = 0, micros = 1, p50 = 0, p95 = 0, failed = 0] = (/RESULT (.*)/.exec(stdout)?.[1] ?? '')
      .split(' ')
      .map(Number)
    const perSecond = Math.round((requests * 1_000_000) / micros)
    return { requests, perSecond, p50: oneDecimal(p50 / 1_000), p95: oneDecimal(p95 / 1_000), failed }
  }
  try {
    return await measured(run, processes)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The works one after the other, again and again. */
export const load = (works: readonly Work[], choice: Choice): Promise<Measured> =>
  wrk(works[0]?.url ?? '', works.map(textOf), 'repeat', choice)

/** Each refresh token, and then those that the answers bring. There have to be more of them than connections. */
export function rotate(work: Omit<Work, 'body'>, tokens: readonly string[], choice: Choice): Promise<Measured> {
  const head = textOf(work).slice(0, -'\r\n'.length)
  return wrk(work.url, [head, ...tokens], 'rotate', choice)
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const isSuccess = (status: number) => status >= 200 && status <= 299

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

/** Each work once: the next client that is free takes the next. Sent from here, because answers are read. */
export function drain(works: readonly Work[], { seconds, processes, perSecond: rate }: Choice): Promise<Measured> {
  return measured(async () => {
    const waits: number[] = []
    let [taken, failed] = [0, 0]
    const from = performance.now()
    const until = from + seconds * 1_000
    async function client(): Promise<void> {
      while (performance.now() < until) {
        const number = taken++
        const work = works[number]
        if (work === undefined) return
        // A wait begins when the work arrives, also where no client is free then.
        const asked = rate === undefined ? performance.now() : from + (number * 1_000) / rate
        if (asked > performance.now()) await sleep(asked - performance.now())
        if (!isSuccess(await ask(work))) failed += 1
        waits.push(performance.now() - asked)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    const lasted = (performance.now() - from) / 1_000
    const sorted = waits.toSorted((one, other) => one - other)
    const at = (share: number) => oneDecimal(sorted[Math.floor(sorted.length * share)] ?? 0)
    const perSecond = Math.round(waits.length / lasted)
    return { requests: waits.length, perSecond, p50: at(0.5), p95: at(0.95), failed }
  }, processes)
}
