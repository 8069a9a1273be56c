import { inLanguage, type Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Banners, type BannersProps } from './banners.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { brand } from '#settings/brand.ts'
import { type LinkTarget, onAddressClick, onLinkClick } from '#router/link.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { Logo } from '#ui/logo.tsx'
import { OverlaysOnDemand } from '#ui/overlays-on-demand.tsx'

export type LayoutProps = {
  home: LinkTarget
  /** Absent where there is nothing to go back to. */
  onBack: (() => void) | undefined
  /** Absent without a session. */
  onLogOut: (() => void) | undefined
  language: Language
  onLanguage: (language: Language) => void
  /** What the transaction is called, for visitor and support. */
  transaction: string | undefined
  banners: BannersProps
  /** On a page to read the others open in its place; elsewhere in a new tab, so that nothing typed is lost. */
  onRead: ((address: string) => void) | undefined
  /** What lies over the page and is reached before it. */
  notice: ReactNode
  /** Absent where nothing is kept that could be chosen. */
  onCookieSettings: (() => void) | undefined
  children: ReactNode
}

/** Of this year, which is another one where the clocks of server and browser differ. */
const copyright = () => `© ${new Date().getFullYear()} ${brand.company}`
const LINKS = ['imprint', 'privacy', 'terms', 'faq', 'accessibility'] as const

const IN_NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }

/** What every page shares. */
export function Layout(props: LayoutProps) {
  const {
    home,
    onBack,
    onLogOut,
    language,
    onLanguage,
    transaction,
    banners,
    onRead,
    notice,
    onCookieSettings,
    children,
  } = props
  const t = useTranslate()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute inset-s-4 top-2 z-40 -translate-y-24 rounded-field bg-brand px-4 py-3 text-brand-ink focus:translate-y-0"
      >
        {t('layout.skip')}
      </a>
      {notice}
      <Banners {...banners} />
      <header className="print:hidden">
        <div className="page flex flex-wrap items-center gap-2 py-3 sm:gap-4">
          <a
            href={home.href}
            aria-label={t('layout.home')}
            onClick={onLinkClick(home.onFollow)}
            className="me-auto flex min-h-11 items-center gap-2 text-[1.3rem] font-[680] tracking-[-0.02em] text-ink no-underline"
          >
            <Logo />
          </a>
          {onBack === undefined ? null : (
            <Button variant="quiet" onClick={onBack}>
              <BackIcon />
              <span className="max-[23rem]:sr-only">{t('action.back')}</span>
            </Button>
          )}
          {onLogOut === undefined ? null : (
            <Button variant="quiet" onClick={onLogOut} className="max-sm:hidden">
              {t('action.logout')}
            </Button>
          )}
          <LanguageSwitch language={language} onLanguage={onLanguage} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="page flex-1 py-[clamp(1.5rem,5vw,3.5rem)] outline-none">
        {children}
      </main>
      <footer className="border-t print:hidden border-line text-[.92rem] text-ink-soft">
        <div className="page flex flex-wrap items-center gap-x-6 py-2">
          <p className="py-2.5" suppressHydrationWarning>
            {copyright()}
          </p>
          <nav aria-label={t('layout.footer')}>
            <ul className="flex flex-wrap gap-x-6">
              {LINKS.map((name) => (
                <li key={name}>
                  <a
                    href={inLanguage(brand.links[name], language)}
                    {...(onRead === undefined
                      ? IN_NEW_TAB
                      : { onClick: onAddressClick(inLanguage(brand.links[name], language), onRead) })}
                    className="-mx-2 inline-flex min-h-11 items-center px-2 underline decoration-1 underline-offset-[.2em] hover:text-ink"
                  >
                    {t(`layout.${name}`)}
                  </a>
                </li>
              ))}
              {onCookieSettings === undefined ? null : (
                <li>
                  <button
                    type="button"
                    onClick={onCookieSettings}
                    className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-[.2em] hover:text-ink"
                  >
                    {t('layout.cookies')}
                  </button>
                </li>
              )}
            </ul>
          </nav>
          {onLogOut === undefined ? null : (
            <Button variant="quiet" onClick={onLogOut} className="-mx-2.5 underline underline-offset-[.2em] sm:hidden">
              {t('action.logout')}
            </Button>
          )}
          {transaction === undefined ? null : (
            <p className="py-2.5 tabular-nums sm:ms-auto">{t('layout.transaction', { transaction })}</p>
          )}
        </div>
      </footer>
      <OverlaysOnDemand />
    </div>
  )
}
