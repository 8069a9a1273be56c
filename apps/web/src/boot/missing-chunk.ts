import { isIgnored } from '#router/prefetch.ts'
import { connection } from '#api/connection.ts'
import { readItem, removeItem, writeItem } from '#api/storage.ts'

const RELOADED = 'reloaded_for_missing_chunk'
const inTab = () => window.sessionStorage

async function reloadOnce(): Promise<void> {
  // Without a network a reload would find nothing.
  if (readItem(inTab, RELOADED) !== undefined || !(await connection.look())) return
  writeItem(inTab, RELOADED, 'yes')
  window.location.reload()
}

/** After a new release the chunks of the old one may be gone: one reload fetches the new ones, when the visitor waits for them. */
export function reloadOnceFor(failure: Error): void {
  // A failed prefetch is marked as ignored in the next task.
  setTimeout(() => {
    if (!isIgnored(failure)) void reloadOnce()
  })
}

/** A page that has stood for a while may be reloaded again. */
export const allowReloadLater = (): void => void setTimeout(() => removeItem(inTab, RELOADED), 10_000)
