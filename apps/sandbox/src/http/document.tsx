import type { Language } from '@avouch/contract'
import type { ReactNode } from 'react'

type DocumentProps = {
  language: Language
  title: string
  /** Names the style sheet and the look. */
  site: 'provider' | 'identity' | 'phone' | 'app'
  skip: string
  /** Where the page hears that it has changed. */
  events?: string | undefined
  /** Where the page's manifest is, when it can be installed. */
  manifest?: string
  /** Where the browser goes at once. */
  goTo?: string | undefined
  children: ReactNode
}

/** The HTML around every page. No inline script or style: the content security policy forbids both. */
export function Document({ language, title, site, skip, events, manifest, goTo, children }: DocumentProps) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={site === 'provider' ? 'dark' : 'light dark'} />
        {goTo === undefined ? null : <meta httpEquiv="refresh" content={`0;url=${goTo}`} />}
        <title>{title}</title>
        {manifest === undefined ? null : <link rel="manifest" href={manifest} crossOrigin="use-credentials" />}
        <link rel="icon" type="image/svg+xml" href={`/assets/${site}.svg`} />
        <link rel="stylesheet" href={`/assets/${site}.css`} />
        <script type="module" src="/assets/page.js" />
      </head>
      <body data-events={events}>
        <a className="skip" href="#main">
          {skip}
        </a>
        {children}
        <p className="unseen" role="status" id="announcer" />
      </body>
    </html>
  )
}

type LanguageSwitchProps = { language: Language; label: string; href: (language: Language) => string }

/** Two links; the server remembers the choice. */
export function LanguageSwitch({ language, label, href }: LanguageSwitchProps) {
  const option = (code: Language, name: string) => (
    <a
      href={href(code)}
      lang={code}
      hrefLang={code}
      aria-label={`${code.toUpperCase()}, ${name}`}
      aria-current={language === code ? 'true' : undefined}
    >
      {code.toUpperCase()}
    </a>
  )
  return (
    <nav className="languages" aria-label={label}>
      {option('en', 'English')}
      {option('de', 'Deutsch')}
    </nav>
  )
}
