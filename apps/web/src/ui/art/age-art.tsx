import { Art } from './art.tsx'

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
