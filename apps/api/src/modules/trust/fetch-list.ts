import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@avouch/contract'
import { call, TooLong } from '../../platform/outgoing.ts'
import { ListRefused, ListUnavailable, type TrustedList, type TrustedListSetting } from './list.ts'

const TIMEOUT_MS = 20 * SECOND_MS
const MAX_BYTES = 5 * 1_024 * 1_024

/** Fetches the text at an address, without following redirects. @throws ListRefused */
export async function fetchList(url: string, signal: AbortSignal): Promise<string> {
  try {
    const { status, bytes, retryAfterMs } = await call(url, { timeoutMs: TIMEOUT_MS, signal, mostBytes: MAX_BYTES })
    if (status !== 200) throw new ListUnavailable(`answered ${status}`, retryAfterMs)
    return bytes.toString('utf8')
  } catch (error) {
    if (error instanceof ListRefused) throw error
    throw error instanceof TooLong ? new ListRefused('more than 5 MB') : new ListUnavailable('not fetched')
  }
}

const LONGEST_MS = 30 * SECOND_MS
const MEMORY_MB = 256
/** Next to the source, or to the bundle. */
const WORKER = join(import.meta.dirname, `list-worker${extname(import.meta.filename)}`)

/** Messages to the worker, and of it. */
export type ReadingOrder = { format: TrustedListSetting['format']; text: string; pins: readonly string[] }
export type ReadingResult = { list: TrustedList } | { problem: string }

/**
 * Reads a list in a separate thread: its host decides how long that takes, before any signature is verified.
 * @throws ListRefused
 */
export async function readList(workerData: ReadingOrder, signal: AbortSignal): Promise<TrustedList> {
  signal.throwIfAborted()
  const worker = new Worker(WORKER, { workerData, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
  const result = await new Promise<ReadingResult>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ListRefused('too much to read') : error),
    )
    worker.once('exit', () => reject(new ListRefused('too long to read')))
    ended.addEventListener('abort', () => void worker.terminate())
  })
  if ('problem' in result) throw new ListRefused(result.problem)
  const { list } = result
  // Buffers arrive as plain bytes.
  const services = list.services.map((one) => ({
    ...one,
    certificates: one.certificates.map((der) => Buffer.from(der)),
  }))
  return { ...list, signer: Buffer.from(list.signer), services }
}
