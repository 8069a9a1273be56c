import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { TextLink } from '../ui/forms.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import { H1, Icon, P, useTexts } from '../ui/parts.tsx'

/** Apps by their icon. */
const APPS = {
  phone: ['/', 'Messages|Nachrichten'],
  app: ['/app', 'Avouch'],
  age: ['/age-app', 'Age app|Alters\u2011App'],
  bank: ['/bank', 'Bank'],
} as const
type AppName = keyof typeof APPS
const NAMES = Object.keys(APPS) as AppName[]

function Apps({ open }: { open: AppName }) {
  const t = useTexts()
  return (
    <nav className="bar" aria-label={t`Apps of the phone|Apps des Handys`}>
      {NAMES.map((name) => (
        <a key={name} href={APPS[name][0]} aria-current={open === name ? 'true' : undefined}>
          <img src={`/assets/${name}.svg`} alt="" width="32" height="32" />
          {t(APPS[name][1])}
        </a>
      ))}
    </nav>
  )
}

const now = () => new Date().toISOString()
const Status = () => (
  <span className="status" aria-hidden="true">
    <b>{useTexts().moment(now(), { timeStyle: 'short' })}</b>
    <img src="/assets/status.svg" alt="" width="76" height="16" />
  </span>
)

type PhoneProps = Omit<PageProps, 'site' | 'brand'> & { open: AppName; brand?: ReactNode }

const Title = ({ open }: { open: AppName }) => (
  <p className="flex min-h-11 items-center gap-2.5 text-lg font-bold">
    <img src={`/assets/${open}.svg`} alt="" width="32" height="32" />
    {useTexts()(APPS[open][1])}
  </p>
)

const BackToStory = () => <TextLink href="/story" text="Back to the story|Zurück zur Geschichte" />

/** The phone around an app. */
export function PhoneScreen({ open, brand = <Title open={open} />, ...page }: PhoneProps) {
  const top = (
    <>
      <Status />
      {brand}
    </>
  )
  const site = open === 'phone' ? 'phone' : 'app'
  return <Page {...page} site={site} brand={top} bar={<Apps open={open} />} footer={<BackToStory />} />
}

type ScreenProps = Omit<PhoneProps, 'open' | 'live'> & {
  open?: 'app' | 'age' | 'bank' | 'tracker'
  /** Prints the title as heading, too. */
  headed?: boolean
  live?: { version: number | string; announce?: Words | undefined; pollMs?: number } | undefined
}

/** A screen of an app. The tracker has the look of one, and is not on the phone. */
export function AppScreen({ open = 'app', headed = false, live, children, ...page }: ScreenProps) {
  const screen = {
    ...page,
    live: live && { ...live, events: '/app/events' },
    className: 'flex flex-col gap-4',
    children: (
      <>
        {headed && <H1 text={page.title} />}
        {children}
      </>
    ),
  }
  if (open === 'tracker') return <Page {...screen} site="app" brand={<b>Tracker</b>} footer={<BackToStory />} />
  return <PhoneScreen {...screen} open={open} {...(open === 'app' && { of: 'Avouch' })} />
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
export type MessageWords = { icon: keyof typeof ICONS; title: Words; text: Words }

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
