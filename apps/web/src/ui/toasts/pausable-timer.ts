import { useEffect, useRef } from 'react'

/** Calls back after a time that can be paused: the rest of it passes after the pause. */
function createPausableTimer(milliseconds: number, onEnd: () => void) {
  let left = milliseconds
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    start() {
      if (since !== undefined) return
      since = performance.now()
      timer = setTimeout(onEnd, left)
    },
    pause() {
      if (since === undefined) return
      clearTimeout(timer)
      left -= performance.now() - since
      since = undefined
    },
  }
}

/** Calls back after a time, which does not pass while `isPaused`; never where the time is undefined. */
export function usePausableTimer(milliseconds: number | undefined, isPaused: boolean, onEnd: () => void) {
  const end = useRef(onEnd)
  const timer = useRef<ReturnType<typeof createPausableTimer>>(undefined)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (milliseconds === undefined || isPaused) return
    timer.current ??= createPausableTimer(milliseconds, () => end.current())
    const running = timer.current
    running.start()
    return () => running.pause()
  }, [milliseconds, isPaused])
}
