import type { Elements } from '@avouch/design/jsx-runtime'

/** Security-paper lines: one wave, fourteen times. */
const WAVE = 'M-60 80q30-70 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0'
const SHIFTS = Array.from({ length: 14 }, (_, i) => (i < 7 ? `0 ${9 * i - 27}` : `30 ${9 * i - 86}`))

/** The band that an illustration stands on. */
export const Stage = ({ className, children }: { className: string; children: Elements }) => (
  <div className={`relative grid grid-cols-1 place-items-center overflow-hidden rounded-t-[19px] bg-tint ${className}`}>
    <svg
      viewBox="0 0 480 160"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full text-brand opacity-22 mask-[radial-gradient(140px_100px_at_50%_50%,#0000_45%,#000_100%)]"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {SHIFTS.map((shift) => (
        <path key={shift} d={WAVE} transform={`translate(${shift})`} />
      ))}
    </svg>
    {children}
  </div>
)
