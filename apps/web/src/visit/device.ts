import { useEffect, useRef, useState } from 'react'

/**
 * Tells a phone by a finger on a small screen, upright or landscape. The app is then on the same device, and nothing is scanned.
 * The style `phone` has the same query.
 */
export const isPhone = (): boolean =>
  window.matchMedia('(pointer: coarse) and (max-width: 819px), (pointer: coarse) and (max-height: 499px)').matches

/** Longer than an app takes to open. */
const ANSWERS_WITHIN_MS = 1_500

/** Guesses that no app opened, which no browser reports: the page is still visible a moment later. */
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
