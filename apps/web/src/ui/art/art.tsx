import type { Content, Elements } from '@avouch/design/jsx-runtime'

// Illustrations of the first page stand here; the others are loaded with their screens.

/** Frames an illustration, 4:3, in the size of its place. It is decoration: the text next to it says the same. */
export const Art = ({ name, children }: { name?: string; children: Content }) => (
  <svg
    data-art={name}
    viewBox="0 0 160 120"
    className="relative h-full w-auto max-w-full flex-none"
    fill="none"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** Lines as on security paper: one wave, fourteen times. */
const WAVE = 'M-60 80q30-70 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0'
const SHIFTS = Array.from({ length: 14 }, (_, i) => (i < 7 ? `0 ${9 * i - 27}` : `30 ${9 * i - 86}`))

/** Lies as a band behind an illustration. */
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

export const AgeArt = () => (
  <Art>
    <path className="art-soft" d="M80 1l50 18v38c0 32-21 52-50 62-29-10-50-30-50-62V19z" />
    <path className="art-full" d="M80 12l40 14.500V57c0 26-17 42-40 51-23-9-40-25-40-51V26.500z" />
    <g className="stroke-surface" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
      <path d="M57 45l9-6.500v42" />
      <circle cx="91" cy="48" r="9.5" />
      <circle cx="91" cy="69" r="11.5" />
    </g>
  </Art>
)

export const OopsArt = () => (
  <Art>
    <rect className="art-paper art-line" x="48" y="5" width="64" height="110" rx="13" />
    <path className="art-line" d="M75 14h10" />
    <rect className="art-soft" x="57" y="24" width="46" height="70" rx="8" />
    <circle className="art-full" cx="70" cy="51" r="4" />
    <circle className="art-full" cx="90" cy="51" r="4" />
    <path className="art-line" d="M68 75c5-9 19-9 24 0M72 104h16M30 30l-9-6M27 46H16M130 30l9-6M133 46h11" />
  </Art>
)

export const WalletArt = () => (
  <Art>
    <rect className="art-soft art-line" x="44" y="14" width="66" height="44" rx="7" />
    <path className="art-line" d="M56 28h22" />
    <path
      className="art-paper art-line"
      d="M34 40h86a10 10 0 0 1 10 10v48a10 10 0 0 1-10 10H44a14 14 0 0 1-14-14V44a4 4 0 0 1 4-4z"
    />
    <path className="art-line" d="M31 46c2 6 7 8 13 8h84" />
    <rect className="art-full" x="98" y="68" width="42" height="24" rx="12" />
    <circle className="art-paper" cx="111" cy="80" r="5" />
    <path className="art-line" d="M128 22l8-7M132 32h10" />
  </Art>
)
