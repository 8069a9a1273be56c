import { Art } from './art.tsx'

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
