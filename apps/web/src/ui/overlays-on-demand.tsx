import { useEffect, useState } from 'react'
import { whenQuiet } from '#lib/ahead.ts'
import { useOnline } from '#lib/connection.ts'
import { useNotifications } from '#lib/notifications.ts'
import { usePart } from '#lib/use-part.ts'
import { useSlow } from '#lib/waiting.ts'

const load = async () => ({ View: (await import('#ui/overlays.tsx')).Overlays })

/** Nothing of them is on a page that begins: they come when it is quiet, so that they are there without a network, or when there is something to show. */
export function OverlaysOnDemand() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  const hasNotifications = useNotifications(({ notifications }) => notifications.length > 0)
  const online = useOnline()
  const isSlow = useSlow()
  const part = usePart(load, isQuiet || hasNotifications || isSlow || !online)
  return part === undefined ? null : <part.View />
}
