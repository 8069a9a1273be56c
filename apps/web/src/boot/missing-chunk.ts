import { isIgnored } from '#router/prefetch.ts'
import { connection } from '#api/connection.ts'
import { readItem, removeItem, writeItem } from '#api/storage.ts'

const RELOADED = 'reloaded_for_missing_chunk'
const inTab = () => window.sessionStorage

/** Without a network a reload would find nothing. */
async function reloadOnce(): Promise<void> {
  if (readItem(inTab, RELOADED) !== undefined || !(await connection.look())) return
  writeItem(inTab, RELOADED, 'yes')
  window.location.reload()
}

/** After a new release the chunks of the old one may be gone: one reload fetches the new ones, when the visitor waits for them. */
export function reloadOnceOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // A failed prefetch is marked as ignored in the next task.
    setTimeout(() => {
      if (!isIgnored(payload)) void reloadOnce()
    })
  })
  window.addEventListener('load', () => setTimeout(() => removeItem(inTab, RELOADED), 10_000))
}
