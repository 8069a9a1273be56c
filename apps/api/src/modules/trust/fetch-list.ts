import { SECOND_MS } from '@avouch/contract'
import { check, ListRefused, ListUnavailable } from './list.ts'

const TIMEOUT_MS = 20 * SECOND_MS
const MAX_BYTES = 5 * 1_024 * 1_024

/** The text at an address, without following redirects. @throws ListRefused */
export async function fetchList(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.status !== 200 || response.body === null) throw new ListUnavailable(`answered ${response.status}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length
      check(length <= MAX_BYTES, 'more than 5 MB')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw error instanceof ListRefused ? error : new ListUnavailable('not fetched', { cause: error })
  }
}
