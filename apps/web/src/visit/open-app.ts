import { useEffect, useRef, useState } from 'react'

/** An app that opens does so sooner. */
const ANSWERS_WITHIN_MS = 1_500

/** No browser reports whether an app opened: a page that is still visible a moment later was not left for one. */
export function useOpenApp(onNoAnswer: () => void = () => undefined) {
  const [noAnswer, setNoAnswer] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const opening = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (document.hidden) return
      setNoAnswer(true)
      onNoAnswer()
    }, ANSWERS_WITHIN_MS)
  }
  return { noAnswer, opening }
}
