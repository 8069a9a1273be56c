import { Announcer } from '#ui/announcer.tsx'
import { ConnectionStatus } from '#ui/connection-status.tsx'
import { Toasts } from '#ui/toasts.tsx'

/** What lies above the page, and where it is said. */
export function Overlays() {
  return (
    <>
      <ConnectionStatus />
      <Toasts />
      <Announcer />
    </>
  )
}
