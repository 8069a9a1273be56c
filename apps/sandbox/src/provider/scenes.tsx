import { useId } from 'react'
import type { Film } from './films.ts'

const CENTRE = { x: 320, y: 190 }
const DEPTH = 0.62
const FRAMES = [-1, 0, 1, 2, 3, 4, 5]

type Corner = readonly [side: number, height: number, depth: number]

/** A point of the corridor on the screen: side and height from -1 to 1, depth in frames away from the viewer. */
const seen = ([side, height, depth]: Corner): string => {
  const scale = DEPTH ** depth
  return `${(CENTRE.x + side * 400 * scale).toFixed(1)},${(CENTRE.y + height * 260 * scale).toFixed(1)}`
}
const shape = (...corners: Corner[]) => corners.map(seen).join(' ')

function CorridorFrame({ depth }: { depth: number }) {
  const at = (t: number) => depth + t
  return (
    <g>
      {[-1, 1].map((side) => (
        <g key={side}>
          <polygon
            fill="#7d1420"
            points={shape([side, -1, at(0)], [side, -1, at(1)], [side, 1, at(1)], [side, 1, at(0)])}
          />
          <polygon
            fill="#4b0a14"
            points={shape([side, 0.45, at(0)], [side, 0.45, at(1)], [side, 1, at(1)], [side, 1, at(0)])}
          />
          <polygon
            fill="#e0a45a"
            points={shape([side, 0.43, at(0)], [side, 0.43, at(1)], [side, 0.47, at(1)], [side, 0.47, at(0)])}
          />
          <polygon
            fill="#2a060c"
            points={shape([side, -0.5, at(0.3)], [side, -0.5, at(0.72)], [side, 1, at(0.72)], [side, 1, at(0.3)])}
          />
          <polygon
            fill="#3d0a12"
            points={shape(
              [side, -0.42, at(0.36)],
              [side, -0.42, at(0.66)],
              [side, 0.9, at(0.66)],
              [side, 0.9, at(0.36)],
            )}
          />
          <polygon
            fill="#ffd9a0"
            points={shape(
              [side, -0.34, at(0.04)],
              [side, -0.34, at(0.13)],
              [side, -0.12, at(0.13)],
              [side, -0.12, at(0.04)],
            )}
          />
        </g>
      ))}
      <polygon fill="#2c060e" points={shape([-1, -1, at(0)], [1, -1, at(0)], [1, -1, at(1)], [-1, -1, at(1)])} />
      <polygon
        fill="#ffcf8f"
        points={shape([-0.14, -1, at(0.3)], [0.14, -1, at(0.3)], [0.14, -1, at(0.55)], [-0.14, -1, at(0.55)])}
      />
      <polygon fill="#1d0409" points={shape([-1, 1, at(0)], [1, 1, at(0)], [1, 1, at(1)], [-1, 1, at(1)])} />
      <polygon
        fill="#a51c2b"
        points={shape([-0.52, 1, at(0)], [0.52, 1, at(0)], [0.52, 1, at(1)], [-0.52, 1, at(1)])}
      />
      <polygon
        fill="#d8935a"
        points={shape([0, 1, at(0.1)], [0.22, 1, at(0.5)], [0, 1, at(0.9)], [-0.22, 1, at(0.5)])}
      />
      <polygon
        fill="#7d1420"
        points={shape([0, 1, at(0.28)], [0.11, 1, at(0.5)], [0, 1, at(0.72)], [-0.11, 1, at(0.5)])}
      />
    </g>
  )
}

function Corridor({ id }: { id: string }) {
  return (
    <>
      <defs>
        <radialGradient id={`${id}-glow`} cx="50%" cy="47.500%" r="62%">
          <stop offset="0" stopColor="#fff0cf" stopOpacity=".95" />
          <stop offset=".09" stopColor="#ffb070" stopOpacity=".5" />
          <stop offset=".32" stopColor="#3a0710" stopOpacity=".12" />
          <stop offset="1" stopColor="#0a0306" stopOpacity=".93" />
        </radialGradient>
      </defs>
      <rect width="640" height="400" fill="#12050a" />
      <g className="zoom">
        {FRAMES.map((depth) => (
          <CorridorFrame key={depth} depth={depth} />
        ))}
      </g>
      <rect width="640" height="400" fill={`url(#${id}-glow)`} />
      <g className="figure" fill="#0a0306">
        <circle cx="320" cy="163" r="6.500" />
        <path d="M309 202c0-22 3-30 11-30s11 8 11 30l-3 2-2 30h-12l-2-30z" />
      </g>
    </>
  )
}

const STARS = Array.from({ length: 46 }, (_, i) => ({
  x: (i * 137.5) % 640,
  y: (i * 61.8) % 230,
  r: 0.6 + ((i * 7) % 5) / 5,
}))

function Stars() {
  return (
    <g fill="#fff" opacity=".75">
      {STARS.map(({ x, y, r }) => (
        <circle key={x} cx={x} cy={y} r={r} />
      ))}
    </g>
  )
}

function Lights({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}-sky`} x2="0" y2="1">
          <stop stopColor="#050b1f" />
          <stop offset="1" stopColor="#12405a" />
        </linearGradient>
        <linearGradient id={`${id}-green`} x2="0" y2="1">
          <stop stopColor="#7c5cff" stopOpacity="0" />
          <stop offset=".55" stopColor="#3de0a8" stopOpacity=".75" />
          <stop offset="1" stopColor="#b8ffdd" stopOpacity="0" />
        </linearGradient>
        <filter id={`${id}-soft`} x="-20%" y="-20%" width="140%" height="140%">
          <feGaussianBlur stdDeviation="9" />
        </filter>
      </defs>
      <rect width="640" height="400" fill={`url(#${id}-sky)`} />
      <Stars />
      <g className="sway" filter={`url(#${id}-soft)`} fill={`url(#${id}-green)`}>
        <path d="M-20 60C90 10 150 120 260 70s190-70 400 10v150C540 150 430 190 330 215S120 170-20 240z" />
        <path d="M60 20c120 40 160-10 260 30s170 40 330-40v120c-150 60-240 30-330 10S170 120 60 170z" opacity=".7" />
      </g>
      <path d="M0 300 90 232l62 48 96-92 84 80 70-46 92 74 70-58 76 62v100H0z" fill="#0a1b2c" />
      <path d="M248 188 290 228l-22 4-18-14-24 18-16-10zM402 222l38 31-26-4-14 8-18-15z" fill="#d9f3f0" opacity=".7" />
      <path d="M0 334c120-30 210 18 330 0s190-26 310 2v64H0z" fill="#e6f4f3" />
      <path d="M290 336v-26l24-18 24 18v26z" fill="#12202c" />
      <path d="M306 336v-17h16v17z" fill="#ffcf70" />
    </>
  )
}

function Tide({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}-dusk`} x2="0" y2="1">
          <stop stopColor="#152243" />
          <stop offset=".62" stopColor="#c9657a" />
          <stop offset="1" stopColor="#ffc58a" />
        </linearGradient>
        <linearGradient id={`${id}-beam`}>
          <stop stopColor="#fff3c4" stopOpacity=".9" />
          <stop offset="1" stopColor="#fff3c4" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="640" height="280" fill={`url(#${id}-dusk)`} />
      <circle cx="452" cy="258" r="52" fill="#ffe2ae" />
      <path className="beam" d="M322 104 660 40v112z" fill={`url(#${id}-beam)`} />
      <rect y="262" width="640" height="138" fill="#10284a" />
      <g stroke="#ffc58a" strokeWidth="3" strokeLinecap="round" className="waves">
        <path d="M396 278h112M412 292h80M376 308h150M426 324h54M402 342h100" />
        <path d="M60 300h70M150 330h90M30 356h110M540 352h80M230 372h120" opacity=".3" />
      </g>
      <path d="M210 282c30-30 60-34 110-34s86 10 116 34l24 30H176z" fill="#0a1528" />
      <path d="m296 250 8-130h32l8 130z" fill="#f3eee6" />
      <path d="m302 160 2-26h32l2 26zM298 214l2-26h40l2 26z" fill="#b5303f" />
      <path d="M300 120h40v-6h-6V92h-28v22h-6z" fill="#14213d" />
      <path d="M310 94h20v18h-20z" fill="#fff3c4" />
      <path d="m302 92 18-18 18 18z" fill="#b5303f" />
    </>
  )
}

function Cat({ id }: { id: string }) {
  return (
    <>
      <defs>
        <radialGradient id={`${id}-moon`}>
          <stop stopColor="#fffbe6" />
          <stop offset="1" stopColor="#f7d98b" />
        </radialGradient>
      </defs>
      <rect width="640" height="400" fill="#2a2560" />
      <Stars />
      <circle cx="320" cy="180" r="152" fill="#4a4396" opacity=".5" />
      <circle cx="320" cy="180" r="122" fill={`url(#${id}-moon)`} />
      <g fill="#e5c06b" opacity=".6">
        <circle cx="272" cy="140" r="18" />
        <circle cx="366" cy="120" r="11" />
        <circle cx="384" cy="196" r="23" />
        <circle cx="262" cy="216" r="9" />
      </g>
      <path d="M0 400V330l120-58 96 46 40-22h128l48 26 108-60 100 52v86z" fill="#141138" />
      <path d="M452 330v-66h30v50zM474 264v-14h-30v14z" fill="#141138" />
      <g fill="#141138">
        <path className="tail" d="M352 292c40 4 52-18 44-42-3-9 8-13 12-3 12 32-12 62-54 57z" />
        <path d="M284 298c0-40 8-60 30-68-14-8-18-22-14-44l16 14h14l16-14c4 22 0 36-10 44 20 12 28 36 24 68z" />
      </g>
      <g fill="#f7d98b">
        <circle cx="315" cy="213" r="3" />
        <circle cx="332" cy="213" r="3" />
      </g>
      <path d="M100 318h22v22h-22zM540 300h22v22h-22z" fill="#f7d98b" opacity=".85" />
    </>
  )
}

const SCENES = { corridor: Corridor, lights: Lights, tide: Tide, cat: Cat } as const

/** A film's picture: drawn, so that it is sharp in every size. Decoration only; the title stands beside it. */
export function Scene({ film, className }: { film: Film; className: string }) {
  const id = useId().replaceAll(/[^a-zA-Z0-9]/g, '')
  const Picture = SCENES[film.scene]
  return (
    <svg className={`scene ${className}`} viewBox="0 0 640 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Picture id={`s${id}`} />
    </svg>
  )
}
