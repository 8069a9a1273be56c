import type { Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Document, LanguageSwitch } from '../http/document.tsx'
import { phrases } from './phrases.ts'

export type View = { language: Language; path: string }

type ShellProps = View & {
  title?: string
  /** Changes when the page's content does; pages without it never refresh themselves. */
  version?: string
  /** Where the page hears of that. */
  events?: string
  announce?: string
  /** Milliseconds between looks for an answer that no event told of. */
  poll?: number
  className?: string
  children: ReactNode
}

function Mark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <path
        d="M6 31C8 15 15 7 20 7s12 8 14 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M13 31c1-9 4-14 7-14s6 5 7 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".65"
      />
      <circle cx="20" cy="31" r="2.500" fill="currentColor" />
    </svg>
  )
}

/** The cinema around every page. */
export function Shell({
  language,
  path,
  title,
  version,
  events = '/events',
  announce,
  poll,
  className,
  children,
}: ShellProps) {
  const t = phrases[language]
  return (
    <Document
      language={language}
      site="provider"
      skip={t.skip}
      title={title ? `${title} · Kino Aurora` : `Kino Aurora · ${t.tagline}`}
      events={version === undefined ? undefined : events}
    >
      <header className="top">
        <a className="logo" href="/">
          <Mark />
          <span>
            Kino <b>Aurora</b>
          </span>
        </a>
        <LanguageSwitch language={language} label={t.language} href={(to) => `${path}?lang=${to}`} />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={className}
        data-version={version}
        data-announce={announce}
        data-poll={poll}
      >
        {children}
      </main>
      <footer className="bottom">
        <p>{t.footer}</p>
      </footer>
    </Document>
  )
}

/** What is shown when a page is missing or the product does not answer. */
export function ProblemPage({ language, path, status, retry }: View & { status: number; retry?: boolean }) {
  const t = phrases[language]
  const title = t.problemTitle[status] ?? t.problemOther
  return (
    <Shell language={language} path={path} title={title} className="narrow">
      <h1>{title}</h1>
      <p className="lede">{t.problemText[status] ?? t.problemOtherText}</p>
      <div className="actions">
        {retry ? (
          <form method="post" action="/confirm">
            <button className="button" type="submit">
              {t.retry}
            </button>
          </form>
        ) : null}
        <a className="button plain" href="/">
          {t.back}
        </a>
      </div>
    </Shell>
  )
}
