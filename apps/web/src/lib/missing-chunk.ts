import { isFetchingAhead } from '#lib/ahead.ts'
import { connection } from '#lib/connection.ts'
import { readItem, removeItem, writeItem } from '#lib/storage.ts'

const RELOADED = 'reloaded_for_missing_chunk'
const inTab = () => window.sessionStorage

/** After a new release the parts of the old one may be gone: one reload fetches the new ones, when somebody waits for them. Without a network it would find nothing. */
export function reloadOnceOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    if (isFetchingAhead() || readItem(inTab, RELOADED) !== undefined) return
    void connection.look().then((reached) => {
      if (!reached) return
      writeItem(inTab, RELOADED, 'yes')
      window.location.reload()
    })
  })
  window.addEventListener('load', () => setTimeout(() => removeItem(inTab, RELOADED), 10_000))
}
