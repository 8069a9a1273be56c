import { Fragment, useEffect, useState } from 'react'
import { useAnnouncements } from './notifications.ts'
import { ConnectionStatus } from '#ui/connection-status.tsx'
import { Toasts } from '#ui/toasts.tsx'

const URGENCIES = ['polite', 'assertive'] as const

/** Screen readers listen here. It is there, and empty, before anything is said: the text that a new region brings along is not read. */
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

/** Lies above the page, beside the regions that screen readers read. */
export function Overlays() {
  return (
    <Fragment>
      <ConnectionStatus />
      <Toasts />
      <Announcer />
    </Fragment>
  )
}
