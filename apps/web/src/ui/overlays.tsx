import { Announcer } from '#ui/announcer.tsx'
import { Condition } from '#ui/condition.tsx'
import { Toasts } from '#ui/toasts.tsx'

/** What lies above the page, and where it is said. */
export function Overlays() {
  return (
    <>
      <Condition />
      <Toasts />
      <Announcer />
    </>
  )
}
