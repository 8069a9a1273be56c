import { Art } from './art.tsx'

export const ClockArt = () => (
  <Art>
    <circle className="art-soft" cx="86" cy="64" r="46" />
    <circle className="art-paper art-line" cx="80" cy="60" r="44" />
    <path className="art-soft" d="M80 60V26a34 34 0 0 1 29 52z" />
    <path className="art-line" d="M80 34v26l17 10M80 22v3M80 95v3M42 60h3M115 60h3" />
    <circle className="art-full" cx="80" cy="60" r="4" />
  </Art>
)
