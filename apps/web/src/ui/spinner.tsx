import { SLOW_AFTER_MS, useWait } from './waiting.ts'

type SpinnerProps = {
  label?: string
  /** The label is for everybody to read. */
  shown?: boolean
  className?: string
  /** A longer wait is said to take longer than usual; undefined where a person decides how long it is. */
  usual?: number | undefined
}

/** Turns while something is under way; the label tells those who do not see it. */
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
