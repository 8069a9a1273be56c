import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../../ui/parts.tsx'
import { PhoneScreen } from '../shell.tsx'

type ScreenProps = Omit<ComponentProps<typeof PhoneScreen>, 'open' | 'live'> & {
  open?: 'app' | 'age' | 'bank' | 'tracker'
  /** The page changes while it is open. */
  live?: { version: number | string; announce?: string; pollMs?: number } | undefined
}

const SHIELD = 'M10 2.500 16.500 5v5c0 4-2.600 6.500-6.500 8-3.900-1.500-6.500-4-6.500-8V5zM7 10l2.200 2.200L13.300 8'
export const Shield = ({ className = 'size-7' }: { className?: string }) => (
  <Icon path={SHIELD} className={`text-brand ${className}`} />
)

/** A screen of the product's app. The bank and the tracker stand beside it, and look like it. */
export function AppScreen({ open = 'app', live, title, children, ...page }: ScreenProps) {
  const isApp = open === 'app'
  return (
    <PhoneScreen
      {...page}
      open={open}
      title={isApp ? `${title} · Avouch` : title}
      live={live && { ...live, events: '/app/events' }}
      className="flex flex-col gap-4"
    >
      {isApp && (
        <p className="mb-1 flex items-center gap-2 font-bold">
          <Shield />
          Avouch
        </p>
      )}
      {children}
    </PhoneScreen>
  )
}

/** At the lower end of the screen, where a thumb reaches it. */
export const AtTheEnd = ({ children }: { children: ReactNode }) => (
  <div className="mt-auto grid gap-3 pt-4">{children}</div>
)

const PAPER = 'M4 5h12v10H4zM6.500 12h4M12 8h2M12 10.500h2M8 9.500a1.300 1.300 0 1 0 0-2.600 1.300 1.300 0 0 0 0 2.600z'
const ICONS = {
  good: ['m4 10.500 4 4 8-9', 'bg-brand text-on-brand'],
  bad: ['M5 5l10 10M15 5 5 15', 'bg-danger-tint text-danger'],
  wait: ['M10 4.500V10l4 2.500', 'bg-tint text-brand'],
  paper: [PAPER, 'bg-tint text-brand'],
} as const

type MessageProps = { icon: keyof typeof ICONS; title: string; text: string; children?: ReactNode }

/** One thing to know: a sign, a heading, some words, and what can be done. */
export function Message({ icon, title, text, children }: MessageProps) {
  const [path, look] = ICONS[icon]
  return (
    <section className="grid gap-4 py-3">
      <span className={`grid size-16 place-items-center rounded-full ${look}`}>
        <Icon path={path} className="size-8" />
      </span>
      <h1 className="text-title">{title}</h1>
      <p className="text-soft">{text}</p>
      {children}
    </section>
  )
}

/** What has to be known before the next tap; a problem is read out at once. */
export const Note = ({ isProblem = false, children }: { isProblem?: boolean; children: ReactNode }) => (
  <p
    role={isProblem ? 'alert' : 'status'}
    className={`rounded-2xl px-4 py-3 ${isProblem ? 'bg-danger-tint text-danger' : 'bg-tint'}`}
  >
    {children}
  </p>
)

export function Entries({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-soft">{empty}</p>
  return <ul className="grid divide-y divide-line">{children}</ul>
}

type EntryProps = { title: ReactNode; note: string; sum: string; isPlus?: boolean; children?: ReactNode }

/** A line of what happened, with its sum or its time at the end. */
export function Entry({ title, note, sum, isPlus = false, children }: EntryProps) {
  return (
    <li className="relative grid gap-1 py-3">
      <div className="flex items-start justify-between gap-4">
        <b className="[&>a]:underline [&>a]:after:absolute [&>a]:after:inset-0">{title}</b>
        <b className={`shrink-0 tabular-nums ${isPlus ? 'text-ok' : ''}`}>{sum}</b>
      </div>
      <small className="text-small wrap-anywhere text-soft">{note}</small>
      {children}
    </li>
  )
}
