import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { Page, type PageProps } from '../ui/page.tsx'
import { H1, Icon, P, useTexts } from '../ui/parts.tsx'

/** Apps of the phone; the tracker stands beside it and has no place in the row. */
type Screen = 'messages' | 'app' | 'age' | 'bank' | 'tracker'
const APPS = [
  ['messages', '/', 'Messages|Nachrichten'],
  ['app', '/app', 'App'],
  ['age', '/age-app', 'Age app|Alters\u2011App'],
  ['bank', '/bank', 'Bank'],
] as const

const TAB =
  'grid min-h-11 place-items-center rounded-lg px-2.5 text-small font-semibold text-soft hover:bg-tint aria-[current]:bg-raised aria-[current]:text-ink'

function Apps({ open }: { open: Screen }) {
  const t = useTexts()
  return (
    <nav className="flex flex-wrap" aria-label={t`Sandbox phone|Sandbox-Handy`}>
      {APPS.map(([screen, href, name]) => (
        <a key={screen} href={href} aria-current={open === screen ? 'true' : undefined} className={TAB}>
          {t(name)}
        </a>
      ))}
    </nav>
  )
}

const SCREEN = 'rounded-t-[26px] bg-surface pt-5 pb-7 sm:mb-6 sm:rounded-[26px] sm:border sm:border-line'

type PhoneProps = Omit<PageProps, 'site' | 'brand'> & { open: Screen }

/** The phone around what it shows. */
export const PhoneScreen = ({ open, className = '', ...page }: PhoneProps) => (
  <Page
    width="max-w-[28rem]"
    {...page}
    site={open === 'messages' ? 'phone' : 'app'}
    brand={<Apps open={open} />}
    className={`${SCREEN} ${className}`}
  />
)

type ScreenProps = Omit<PhoneProps, 'open' | 'live'> & {
  open?: Exclude<Screen, 'messages'>
  /** Prints the title as heading, too. */
  headed?: boolean
  /** The page changes while it is open. */
  live?: { version: number | string; announce?: Words | undefined; pollMs?: number } | undefined
}

const SHIELD = 'M10 2.500 16.500 5v5c0 4-2.600 6.500-6.500 8-3.900-1.500-6.500-4-6.500-8V5zM7 10l2.200 2.200L13.300 8'
export const Shield = ({ className = 'size-7' }: { className?: string }) => (
  <Icon path={SHIELD} className={`text-brand ${className}`} />
)

/** A screen of the product's app. The bank and the tracker stand beside it, and look like it. */
export const AppScreen = ({ open = 'app', headed = false, live, children, ...page }: ScreenProps) => (
  <PhoneScreen
    {...page}
    open={open}
    {...(open === 'app' && { of: 'Avouch' })}
    live={live && { ...live, events: '/app/events' }}
    className="flex flex-col gap-4"
  >
    {open === 'app' && (
      <p className="mb-1 flex items-center gap-2 font-bold">
        <Shield />
        Avouch
      </p>
    )}
    {headed && <H1 text={page.title} />}
    {children}
  </PhoneScreen>
)

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
/** Shows a note: an icon, a heading, a text. */
export type MessageWords = { icon: keyof typeof ICONS; title: Words; text: Words }

/** Shows a message and its actions. */
export function Message({ icon, title, text, children }: MessageWords & { children?: ReactNode }) {
  const [path, look] = ICONS[icon]
  return (
    <section className="grid gap-4 py-3">
      <span className={`grid size-16 place-items-center rounded-full ${look}`}>
        <Icon path={path} className="size-8" />
      </span>
      <H1 text={title} />
      <P text={text} />
      {children}
    </section>
  )
}

export const Entries = ({ empty, children }: { empty: Words; children: readonly ReactNode[] }) =>
  children.length === 0 ? <P text={empty} /> : <ul className="grid divide-y divide-line">{children}</ul>

type EntryProps = { title: ReactNode; note: string; sum: string; isPlus?: boolean; children?: ReactNode }

/** A line of what happened, with its sum or its time at the end. */
export const Entry = ({ title, note, sum, isPlus = false, children }: EntryProps) => (
  <li className="relative grid gap-1 py-3">
    <div className="flex items-start justify-between gap-4">
      <b className="[&>a]:underline [&>a]:after:absolute [&>a]:after:inset-0">{title}</b>
      <b className={`shrink-0 tabular-nums ${isPlus ? 'text-ok' : ''}`}>{sum}</b>
    </div>
    <small className="text-small wrap-anywhere text-soft">{note}</small>
    {children}
  </li>
)
