/** A time that can stand still: what is left of it goes on afterwards. */
export function createStopwatch(milliseconds: number, onEnd: () => void) {
  let left = milliseconds
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    go() {
      if (since !== undefined) return
      since = performance.now()
      timer = setTimeout(onEnd, left)
    },
    stand() {
      if (since === undefined) return
      clearTimeout(timer)
      left -= performance.now() - since
      since = undefined
    },
  }
}
