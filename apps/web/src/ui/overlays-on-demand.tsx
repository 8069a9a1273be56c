import { useEffect, useState } from 'react'
import { whenIdle } from '#router/prefetch.ts'
import { useNotifications } from './notifications.ts'
import { usePart } from './use-part.ts'

const load = async () => ({ View: (await import('#ui/overlays.tsx')).Overlays })

/** Nothing of them is on a page that begins: they come when it is quiet, within two seconds, so that they are there without a network. */
export function OverlaysOnDemand() {
  const [isQuiet, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const waiting = useNotifications().length
  const [isMissing, setMissing] = useState(false)
  const part = usePart(load, waiting || isQuiet, () => setMissing(true))
  if (part !== undefined) return <part.View />
  return isMissing ? <Plain /> : null
}

/** Says what has to be said where the part for it does not come. */
const Plain = () =>
  useNotifications().map(({ id, message }) => (
    <p key={id} role="alert" className="sticky bottom-0 bg-warn p-4 text-warn-ink">
      {message}
    </p>
  ))
