import { Art } from './art.tsx'

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
