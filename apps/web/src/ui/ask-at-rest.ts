import { prefetch } from '#router/prefetch.ts'

/** Longer than the rest between two keys. */
const REST_MS = 800

/** Asks about a number once the typing rests. @returns stops it */
export function askAtRest(dialCode: string, national: string, onWrong: () => void): () => void {
  const left = new AbortController()
  const ask = async () => {
    const { canReceiveSms } = await import('#visit/check-number.ts')
    const reaches = await canReceiveSms(dialCode, national, left.signal)
    if (!left.signal.aborted && !reaches) onWrong()
  }
  const timer = setTimeout(() => prefetch(ask), REST_MS)
  return () => {
    left.abort()
    clearTimeout(timer)
  }
}
