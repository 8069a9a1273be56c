import { useEffect, useState } from 'react'
import { whenQuiet } from '#lib/ahead.ts'
import { useNotifications } from '#lib/notifications.ts'
import { usePart } from '#lib/use-part.ts'

const load = async () => ({ View: (await import('#ui/toasts.tsx')).Toasts })

/** Nothing is notified at first: what shows it comes when the page is quiet, so that it is there without a connection. */
export function ToastsPart() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  const isWanted = useNotifications(({ notifications }) => notifications.length > 0)
  const part = usePart(load, isQuiet || isWanted)
  return part === undefined ? null : <part.View />
}
