import { Art } from './art.tsx'

export const SmsArt = () => (
  <Art>
    <rect className="art-paper art-line" x="26" y="6" width="56" height="108" rx="12" />
    <path className="art-line" d="M49 15h10" />
    <g className="art-soft">
      <rect x="35" y="84" width="30" height="6" rx="3" />
      <rect x="35" y="96" width="20" height="6" rx="3" />
      <rect x="35" y="26" width="24" height="6" rx="3" />
    </g>
    <path
      className="art-full"
      d="M62 34h72a12 12 0 0 1 12 12v18a12 12 0 0 1-12 12H76L60 88V76.500A12 12 0 0 1 50 64V46a12 12 0 0 1 12-12z"
    />
    <g className="art-paper">
      <rect x="62" y="47" width="9" height="16" rx="3" />
      <rect x="75" y="47" width="9" height="16" rx="3" />
      <rect x="88" y="47" width="9" height="16" rx="3" />
    </g>
    <g className="art-soft">
      <rect x="101" y="47" width="9" height="16" rx="3" />
      <rect x="114" y="47" width="9" height="16" rx="3" />
      <rect x="127" y="47" width="9" height="16" rx="3" />
    </g>
    <path className="art-line" d="M120 22l5-9M134 26l8-7" />
  </Art>
)
