import { parentPort, workerData } from 'node:worker_threads'
import type { ReadingOrder, ReadingResult } from './fetch-list.ts'
import { readJsonList } from './json-list.ts'
import { ListRefused } from './list.ts'
import { readXmlList } from './xml-list.ts'

const { format, text, pins } = workerData as ReadingOrder

async function read(): Promise<ReadingResult> {
  try {
    return { list: await (format === 'xml' ? readXmlList : readJsonList)(text, pins) }
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error
    return { problem: error.message }
  }
}

// oxlint-disable-next-line typescript/no-floating-promises, unicorn/require-post-message-target-origin -- A failure ends the thread, which has no origin, and arrives as its error.
read().then((result) => parentPort?.postMessage(result))
