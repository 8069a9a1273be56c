import { Fragment, useEffect, useState } from 'react'
import { useAnnouncements } from './notifications.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { Toasts } from './toasts.tsx'

const URGENCIES = ['polite', 'assertive'] as const

/** Has the live regions for screen readers. They are rendered empty first: the text of a new region is not read. */
function Announcer() {
  const said = useAnnouncements()
  const [listened, setListened] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setListened(true))
    return () => clearTimeout(timer)
  }, [])
  return URGENCIES.map((urgency) => (
    <div key={urgency} aria-live={urgency} aria-atomic="false" className="sr-only">
      {said
        .filter((one) => listened && one.urgency === urgency)
        .map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
    </div>
  ))
}

/** Shows connection status and notifications above the page, and has its live regions. */
export function Overlays() {
  return (
    <Fragment>
      <ConnectionStatus />
      <Toasts />
      <Announcer />
    </Fragment>
  )
}
