import { Art } from './art.tsx'

const RAYS =
  'M96.4 9.6 98.2 3.9M122.9 28.8l4.8-3.5M133 60h6M122.9 91.2l4.8 3.5M96.4 110.4l1.8 5.7M63.6 110.4l-1.8 5.7M37.1 91.2l-4.8 3.5M27 60h-6M37.1 28.8l-4.8-3.5M63.6 9.6l-1.8-5.7'
const EDGE =
  'M80 20Q91.6 9.3 97.4 24 112.4 19.3 111.3 35.1 126.9 37.4 119 51.1 132 60 119 68.9 126.9 82.6 111.3 84.9 112.4 100.7 97.4 96 91.6 110.7 80 100 68.4 110.7 62.6 96 47.6 100.7 48.7 84.9 33.1 82.6 41 68.9 28 60 41 51.1 33.1 37.4 48.7 35.1 47.6 19.3 62.6 24 68.4 9.3 80 20z'

/** Shows a seal for success, stamped once in 0.4 seconds: seal, tick, rays. It does not move where less motion is preferred. */
export const SealArt = () => (
  <Art name="seal">
    <path pathLength="1" d={RAYS} className="art-line [stroke-dasharray:1] motion-safe:animate-ray" />
    <g className="origin-[80px_60px] motion-safe:animate-pop">
      <path d={EDGE} className="art-full" />
      <circle
        cx="80"
        cy="60"
        r="31"
        className="stroke-art-soft opacity-70"
        strokeWidth="2"
        strokeDasharray="2 4.5"
        strokeLinecap="round"
      />
    </g>
    <path
      pathLength="1"
      d="m65 61.5 10.5 10.5L96 48.5"
      className="stroke-surface [stroke-dasharray:1] motion-safe:animate-draw"
      strokeWidth="7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Art>
)
