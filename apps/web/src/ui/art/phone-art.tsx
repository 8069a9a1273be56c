import { Art } from './art.tsx'

export const PhoneArt = () => (
  <Art>
    <rect className="art-paper art-line" x="52" y="5" width="56" height="110" rx="12" />
    <path className="art-line" d="M75 14h10" />
    <rect className="art-soft" x="61" y="24" width="38" height="18" rx="9" />
    <g className="art-full">
      <circle cx="69.5" cy="33" r="2.6" />
      <circle cx="76.5" cy="33" r="2.6" />
      <circle cx="83.5" cy="33" r="2.6" />
    </g>
    <circle className="art-paper" cx="90.5" cy="33" r="2.6" />
    <g className="art-soft">
      <circle cx="66" cy="57" r="5" />
      <circle cx="80" cy="57" r="5" />
      <circle cx="94" cy="57" r="5" />
      <circle cx="66" cy="72" r="5" />
      <circle cx="94" cy="72" r="5" />
      <circle cx="66" cy="87" r="5" />
      <circle cx="80" cy="87" r="5" />
      <circle cx="94" cy="87" r="5" />
      <circle cx="80" cy="102" r="5" />
    </g>
    <circle className="art-full" cx="80" cy="72" r="5" />
    <circle className="art-line stroke-2!" cx="80" cy="72" r="9.5" />
    <path className="art-line" d="M36 42l-9-4M34 58H24M124 42l9-4M126 58h10" />
  </Art>
)
