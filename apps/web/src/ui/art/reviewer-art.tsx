import { Art } from './art.tsx'

export const ReviewerArt = () => (
  <Art>
    <path className="art-soft art-line" d="M20 118c0-26 14-42 38-42s38 16 38 42" />
    <path className="art-paper art-line" d="M49 66v12c0 5 4 8 9 8s9-3 9-8V66" />
    <circle className="art-paper art-line" cx="58" cy="44" r="24" />
    <path className="art-full" d="M33 46c-3-20 10-30 25-30s29 9 25 30c-1-8-5-13-9-15-9 6-24 6-32 1-4 2-8 6-9 14z" />
    <circle className="art-full" cx="57" cy="47" r="2.6" />
    <circle className="art-full" cx="73" cy="47" r="2.6" />
    <path className="art-line stroke-[2.5]!" d="M60 57c4 2.5 8 2 11-1" />
    <path d="M125 88l13 15" className="stroke-brand" strokeWidth="8" strokeLinecap="round" />
    <circle className="art-paper art-line" cx="112" cy="70" r="24" />
    <rect className="art-soft" x="98" y="59" width="28" height="21" rx="4" />
    <circle className="art-full" cx="106" cy="67" r="3.5" />
    <path className="art-line stroke-2!" d="M114 66h7M114 73h7M102 74h8" />
  </Art>
)
