import type { Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Document, LanguageSwitch } from '../http/document.tsx'
import { phrases } from './phrases.ts'

type ShellProps = {
  language: Language
  title: string
  /** This page's address in another language; without it there is no switch. */
  href?: (language: Language) => string
  /** The page changes while it is open: what is current, where it hears of it, and what to say then. */
  live?: { version: string; events: string; announce: string }
  children: ReactNode
}

/** The service around every page. */
export function Shell({ language, title, href, live, children }: ShellProps) {
  const t = phrases[language]
  return (
    <Document language={language} site="identity" skip={t.skip} title={`${title} · ${t.name}`} events={live?.events}>
      <header className="top">
        <p className="logo">
          <svg viewBox="0 0 36 36" aria-hidden="true">
            <rect x="3" y="7" width="30" height="22" rx="5" />
            <circle cx="12.500" cy="16" r="3.200" />
            <path d="M7.500 24c.6-3 2.500-4.300 5-4.300s4.400 1.300 5 4.300M22 14.500h7M22 19h7M22 23.500h4" />
          </svg>
          <span>{t.name}</span>
          <small>{t.tag}</small>
        </p>
        <a className="desk" href={`/desk?lang=${language}`}>
          {t.desk}
        </a>
        {href ? <LanguageSwitch language={language} label={t.language} href={href} /> : null}
      </header>
      <main id="main" tabIndex={-1} data-version={live?.version} data-announce={live?.announce}>
        {children}
      </main>
      <footer className="bottom">
        <p>{t.footer}</p>
      </footer>
    </Document>
  )
}

type NoticeProps = { language: Language; title: string; lines: readonly string[]; children?: ReactNode }

/** A page that says one thing. */
export function Notice({ language, title, lines, children }: NoticeProps) {
  return (
    <Shell language={language} title={title}>
      <section className="panel notice">
        <svg className="alert" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 8v5m0 3.500v.1" />
          <circle cx="12" cy="12" r="9.500" />
        </svg>
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
      </section>
    </Shell>
  )
}
