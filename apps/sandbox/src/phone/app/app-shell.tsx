import type { Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Document, LanguageSwitch } from '../../http/document.tsx'
import { Apps } from '../apps.tsx'
import { phrases } from '../phrases.ts'

export type ShellProps = {
  language: Language
  title: string
  /** This page's address. */
  path: string
  /** The page changes while it is open. */
  live?: { version: number | string; announce?: string; pollMs?: number } | undefined
  /** The bank and the tracker stand beside the app, and look like it. */
  site?: 'app' | 'bank' | 'tracker'
  /** Where the browser goes by itself. */
  goTo?: string | undefined
  children: ReactNode
}

export function Shield({ className = 'shield' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2.500 27 6.600v8.600c0 7-4.600 11.800-11 14.300C9.600 27 5 22.200 5 15.200V6.600z" />
      <path className="tick" d="m10.400 16.300 4 4 7.400-8.200" />
    </svg>
  )
}

/** The phone around the app: which of its two apps is open, and the language. */
export function AppShell({ language, title, path, live, site = 'app', goTo, children }: ShellProps) {
  const t = phrases[language]
  return (
    <Document
      language={language}
      site="app"
      skip={t.skip}
      title={site === 'app' ? `${title} · Avouch` : title}
      events={live ? '/app/events' : undefined}
      manifest="/app/manifest.webmanifest"
      goTo={goTo}
    >
      <header className="top">
        <Apps open={site} language={language} />
        <LanguageSwitch language={language} label={t.language} href={(to) => `${path}?lang=${to}`} />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="screen"
        data-version={live?.version}
        data-announce={live?.announce}
        data-poll={live?.pollMs}
      >
        {site === 'app' ? (
          <p className="logo">
            <Shield />
            Avouch
          </p>
        ) : null}
        {children}
      </main>
    </Document>
  )
}

type IconName = 'good' | 'bad' | 'wait' | 'paper'
const ICONS: Readonly<Record<IconName, string>> = {
  good: 'm7 16.500 6 6 12-13',
  bad: 'M9 9l14 14M23 9 9 23',
  wait: 'M16 7v9l6 4',
  paper: 'M6 8h20v16H6zM10 19h6M19 13h4M19 17h4M12 15.500a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400z',
}

/** One thing to know: a sign, a heading, some words, and what can be done. */
export function Message({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <section className="message">
      <svg className={`sign ${icon}`} viewBox="0 0 32 32" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {children}
    </section>
  )
}

/** A button that sends something to the server. */
export function Action({
  to,
  label,
  look = '',
  name,
  value,
}: {
  to: string
  label: string
  look?: string
  name?: string
  value?: string
}) {
  return (
    <form method="post" action={to}>
      <button className={`button ${look}`} type="submit" name={name} value={value}>
        {label}
      </button>
    </form>
  )
}
