import { Art } from './art.tsx'
import { DocumentShapes } from './document-art.tsx'

export const AgainArt = () => (
  <Art>
    <DocumentShapes />
    <circle cx="128" cy="88" r="23" className="fill-tint" />
    <circle cx="128" cy="88" r="19" className="art-full" />
    <path
      d="M136.5 84.5a9 9 0 1 0 .5 6m.5-13V85H130"
      className="stroke-surface"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Art>
)
