import { Blocked, connection, isOutage } from '#api/connection.ts'
import { inBackground } from '#api/report.ts'
import { isIgnored } from '#router/prefetch.ts'
import { inTab, isPersistent, readItem, removeItem, writeItem } from '#api/storage.ts'

/** Fetches of chunks by address, under way or successful. */
const fetches = new Map<string, Promise<void>>()

/** True for a chunk that the page itself loads, as a module. */
const isInPage = (address: string): boolean =>
  document.querySelector(`link[rel=modulepreload][href="${address}"], script[src="${address}"]`) !== null

/** Enough for the largest chunk on a slow line. */
const PATIENCE_MS = 30_000

class Refused extends Error {}

/** @throws {Refused} the file is missing, or something before the server refuses it */
async function fetchChunk(address: string): Promise<void> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Refused(`${address}: ${answer.status}`)
  // Whole, so that the import takes it from the browser's cache.
  await answer.arrayBuffer()
}

function fetchOnce(address: string): Promise<void> {
  const known = fetches.get(address)
  if (known !== undefined || isInPage(address)) return known ?? Promise.resolve()
  const fetching = fetchChunk(address)
  fetches.set(address, fetching)
  // A later call fetches again; the caller handles the failure.
  fetching.catch(() => fetches.delete(address))
  return fetching
}

/**
 * Wraps every dynamic import of the build: fetches its chunks first. Chromium remembers the failure of a module, and of a
 * `modulepreload`, until the page is reloaded, even when the network is back, but not the failure of a fetch. Since version 156 it
 * does not (whatwg/html, 10327): in 2029 no supported browser, of the last 30 months, needs this.
 */
export async function fetchBeforeImport<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  let isFetched = false
  try {
    await Promise.all(files.map((file) => fetchOnce(import.meta.env.BASE_URL + file)))
    isFetched = true
    return await load()
  } catch (cause) {
    // Each caller gets a separate error: a prefetch that shares the fetch ignores only that one.
    const failure = new Blocked('notice.blocked', cause, !isFetched && !(cause instanceof Refused))
    diagnoseChunkFailure(failure)
    throw failure
  }
}

const RELOADED = 'reloaded_for_missing_chunk'

async function reloadUnless(outage: boolean): Promise<void> {
  // Without a network a reload would find nothing.
  if (!(await connection.check()) || outage || readItem(inTab, RELOADED) !== undefined) return
  // Without storage the reload would lose the session, and be repeated for ever.
  if (!isPersistent(inTab)) return
  writeItem(inTab, RELOADED, 'yes')
  window.location.reload()
}

/**
 * Checks the connection when the visitor waits for the chunk; the page then says that it is offline. After a new release the chunks
 * of the old one may be gone: one reload fetches the new ones.
 */
function diagnoseChunkFailure(failure: Error): void {
  // A failed prefetch is marked as ignored in the next task.
  setTimeout(() => {
    if (!isIgnored(failure)) inBackground(reloadUnless(isOutage(failure)))
  })
}

/** Allows another reload once the page has been open for a while. */
export const allowReloadLater = (): void => void setTimeout(() => removeItem(inTab, RELOADED), 10_000)
