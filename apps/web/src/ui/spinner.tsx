import { useEffect, useSyncExternalStore } from 'react'

/** Longer waits are announced. */
const SLOW_AFTER_MS = 2_000

/** Tracks the waits under way, and reports one that takes longer than usual. */
export function createWaits() {
  const slow = new Set<symbol>()
  const listeners = new Set<(slow: boolean) => void>()

  function change(now: () => void): void {
    const before = slow.size > 0
    now()
    const after = slow.size > 0
    if (before !== after) for (const listener of listeners) listener(after)
  }

  return {
    /** @returns ends the wait */
    begin(usual = SLOW_AFTER_MS): () => void {
      const wait = Symbol('wait')
      const timer = setTimeout(() => change(() => slow.add(wait)), usual)
      return () => {
        clearTimeout(timer)
        change(() => slow.delete(wait))
      }
    },
    isSlow: () => slow.size > 0,
    listen(listener: (slow: boolean) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const waits = createWaits()

/** Counts as a wait for our server while it is mounted; undefined waits for a person, who takes their time. */
function useWait(usual: number | undefined): void {
  useEffect(() => (usual === undefined ? undefined : waits.begin(usual)), [usual])
}

export const useSlow = (): boolean =>
  useSyncExternalStore(
    (changed) => waits.listen(changed),
    () => waits.isSlow(),
    () => false,
  )

type SpinnerProps = {
  label?: string
  /** Shows the label; else only screen readers read it. */
  shown?: boolean
  className?: string
  /** Announces a longer wait as slow; undefined where a person decides how long it is. */
  usual?: number | undefined
}

/** Turns while something is under way; the label is for screen readers. */
export function Spinner(props: SpinnerProps) {
  const { label, shown = false, className = 'size-10' } = props
  useWait('usual' in props ? props.usual : SLOW_AFTER_MS)
  return (
    <span role={label === undefined ? undefined : 'status'} className="inline-flex items-center gap-3">
      <svg
        viewBox="0 0 40 40"
        className={`flex-none animate-turn text-brand ${className}`}
        fill="none"
        strokeWidth="4"
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="17" className="stroke-tint" />
        <path d="M20 3a17 17 0 0 1 17 17" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label === undefined ? null : <span className={shown ? 'text-ink-soft' : 'sr-only'}>{label}</span>}
    </span>
  )
}
