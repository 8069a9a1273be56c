import { Fragment } from 'react'
import { Art } from './art.tsx'

export const DocumentShapes = () => (
  <Fragment>
    <path
      className="art-line"
      d="M16 34V22a8 8 0 0 1 8-8h12M144 34V22a8 8 0 0 0-8-8h-12M16 86v12a8 8 0 0 0 8 8h12M144 86v12a8 8 0 0 1-8 8h-12"
    />
    <rect className="art-paper art-line" x="30" y="29" width="100" height="62" rx="9" />
    <rect className="art-soft" x="40" y="40" width="30" height="40" rx="5" />
    <path className="art-full" d="M43 80c0-10 5-15 12-15s12 5 12 15z" />
    <circle className="art-full" cx="55" cy="55" r="7" />
    <g className="art-soft">
      <rect x="79" y="41" width="40" height="6" rx="3" />
      <rect x="79" y="53" width="28" height="6" rx="3" />
      <rect x="79" y="65" width="18" height="6" rx="3" />
    </g>
    <circle className="art-line stroke-2!" cx="113" cy="73" r="8" />
    <circle className="art-full" cx="113" cy="73" r="3" />
  </Fragment>
)

export const DocumentArt = () => (
  <Art>
    <DocumentShapes />
  </Art>
)
