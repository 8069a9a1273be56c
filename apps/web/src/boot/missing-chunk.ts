import { inBackground } from '#api/report.ts'
import { isIgnored } from '#router/prefetch.ts'
import { connection, isOutage } from '#api/connection.ts'
import { inTab, keepsItems, readItem, removeItem, writeItem } from '#api/storage.ts'

const RELOADED = 'reloaded_for_missing_chunk'

async function reloadUnless(outage: boolean): Promise<void> {
  // Without a network a reload would find nothing, and the page says so.
  if (!(await connection.look()) || outage || readItem(inTab, RELOADED) !== undefined) return
  // The reload would forget the session, and that it was one.
  if (!keepsItems(inTab)) return
  writeItem(inTab, RELOADED, 'yes')
  window.location.reload()
}

/**
 * When the visitor waits for the chunk: looks whether there is a network, which the page then says. After a new release the chunks
 * of the old one may be gone: one reload fetches the new ones.
 */
export function diagnoseChunkFailure(failure: Error): void {
  // A failed prefetch is marked as ignored in the next task.
  setTimeout(() => {
    if (!isIgnored(failure)) inBackground(reloadUnless(isOutage(failure)))
  })
}

/** A page that has stood for a while may be reloaded again. */
export const allowReloadLater = (): void => void setTimeout(() => removeItem(inTab, RELOADED), 10_000)
