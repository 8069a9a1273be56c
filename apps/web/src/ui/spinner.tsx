type SpinnerProps = { label?: string; className?: string }

/** Turns while something is under way; the label tells those who do not see it. */
export function Spinner({ label, className = 'size-10' }: SpinnerProps) {
  return (
    <span role={label === undefined ? undefined : 'status'} className="inline-grid">
      <svg
        viewBox="0 0 40 40"
        className={`animate-turn text-brand ${className}`}
        fill="none"
        strokeWidth="4"
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="17" className="stroke-tint" />
        <path d="M20 3a17 17 0 0 1 17 17" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  )
}
