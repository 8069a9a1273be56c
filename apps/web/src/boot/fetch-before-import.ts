import { Blocked } from '#api/connection.ts'
import { diagnoseChunkFailure } from './missing-chunk.ts'

/** The fetches of chunks, by address: under way or successful. */
const fetches = new Map<string, Promise<void>>()

/** A chunk that the page itself names is on its way as a module already. */
const isInPage = (address: string): boolean =>
  document.querySelector(`link[rel=modulepreload][href="${address}"], script[src="${address}"]`) !== null

/** For the largest one on a slow line. */
const PATIENCE_MS = 30_000

class Refused extends Error {}

/** @throws {Refused} there is no such file, or something before the server refuses it */
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
  // The caller hears of it, and asks again.
  fetching.catch(() => fetches.delete(address))
  return fetching
}

/**
 * Every dynamic import of the build goes through here. Chromium keeps the failure of a module until the page is reloaded,
 * even when the network is back; the failure of a fetch it does not keep. So all chunks are fetched before the import.
 */
export async function fetchBeforeImport<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  let isFetched = false
  try {
    await Promise.all(files.map((file) => fetchOnce(import.meta.env.BASE_URL + file)))
    isFetched = true
    return await load()
  } catch (cause) {
    // Each caller has an error of its own: a prefetch that shares the fetch ignores only its own.
    const failure = new Blocked('notice.blocked', cause, !isFetched && !(cause instanceof Refused))
    diagnoseChunkFailure(failure)
    throw failure
  }
}
