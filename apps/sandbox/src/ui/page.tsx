import { LANGUAGE_ROWS, LANGUAGES } from '@avouch/contract'
import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { useTexts } from './parts.tsx'

/** A page that changes while it is open. */
type Live = {
  /** The page fetches itself when another version than this one is announced. */
  version: string | number
  events: string
  /** Announced to screen readers when the version changes. */
  announce?: Words | undefined
  /** Milliseconds between polls for what no event announces. */
  pollMs?: number | undefined
}

export type PageProps = {
  /** Names the colours of styles.css and the icon. */
  site: 'cinema' | 'wine' | 'identity' | 'phone' | 'app' | 'start'
  title: Words
  of?: string
  brand: ReactNode
  /** This page's own address for the language switch, when the query says more than the language; null: no switch. */
  address?: string | null | undefined
  footer?: ReactNode
  /** Stands at the lower end of a page that looks like a phone. */
  bar?: ReactNode
  live?: Live | undefined
  goTo?: string | undefined
  width?: string
  className?: string
  children: ReactNode
}

function LanguageSwitch({ address }: { address: string }) {
  const t = useTexts()
  const [path = '', query] = address.split('?')
  const href = (lang: string) => `${path}?${new URLSearchParams([...new URLSearchParams(query), ['lang', lang]])}`
  return (
    <nav className="flex" aria-label={t`Language|Sprache`}>
      {LANGUAGES.map((code) => (
        <a
          key={code}
          href={href(code)}
          lang={code}
          hrefLang={code}
          aria-label={`${code.toUpperCase()}, ${LANGUAGE_ROWS[code].name}`}
          aria-current={t.language === code ? 'true' : undefined}
          className="grid size-11 place-items-center rounded-lg text-small text-soft hover:bg-tint aria-[current]:rounded-none aria-[current]:border-b-2 aria-[current]:border-brand aria-[current]:font-bold aria-[current]:text-ink"
        >
          {code.toUpperCase()}
        </a>
      ))}
    </nav>
  )
}

const SKIP =
  'sr-only bg-brand text-on-brand focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-control focus:px-4 focus:py-3'

/** The HTML of every page. No inline script or style: the content security policy forbids both. */
export function Page(props: PageProps) {
  const { site, title, of, brand, address = '', footer, bar, live, goTo, className, children } = props
  const { width = 'max-w-5xl' } = props
  const frame = `mx-auto w-full px-4 sm:px-6 ${width}`
  const t = useTexts()
  return (
    <html lang={t.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {goTo && <meta httpEquiv="refresh" content={`0;url=${goTo}`} />}
        <title>{of ? `${t(title)} · ${of}` : t(title)}</title>
        <link rel="icon" type="image/svg+xml" href={`/assets/${site === 'start' ? 'app' : site}.svg`} />
        <link rel="preload" href="/assets/figtree.woff2" as="font" type="font/woff2" crossOrigin="" />
        <link rel="stylesheet" href="/assets/styles.css" />
        <script type="module" src="/assets/page.js" />
      </head>
      <body
        className={`${site} ${bar ? 'device' : ''} flex min-h-dvh flex-col bg-ground text-[1.0625rem] text-pretty text-ink`}
        data-events={live?.events}
      >
        <a className={SKIP} href="#main">
          {t`Skip to content|Zum Inhalt`}
        </a>
        <header className={`flex flex-wrap items-center gap-x-2 py-2 ${frame}`}>
          <div className="flex flex-1 flex-wrap items-center gap-x-2">{brand}</div>
          {address !== null && <LanguageSwitch address={address} />}
        </header>
        <main
          id="main"
          tabIndex={-1}
          className={`flex-1 ${frame} ${className ?? ''}`}
          data-version={live?.version}
          data-announce={live?.announce && t(live.announce)}
          data-poll={live?.pollMs}
        >
          {children}
        </main>
        {bar}
        {footer && (
          <footer className="border-t border-line">
            <div className={`py-5 text-small text-soft ${frame}`}>{footer}</div>
          </footer>
        )}
        <p className="sr-only" role="status" id="announcer" />
      </body>
    </html>
  )
}
