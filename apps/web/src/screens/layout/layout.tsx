import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { inLanguage, type Language } from '@avouch/contract'
import { Banners, type BannersProps } from './banners.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { brand } from '#settings/page-settings.ts'
import { type LinkTarget, onAddressClick, onLinkClick } from '#router/link.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button, BUTTONS } from '@avouch/design/button'
import { BackIcon, Mark } from '@avouch/design/icons'
import type { StepsDone } from '#router/route.ts'
import { StepBar } from '#ui/step-bar.tsx'
import { Fragment, useEffect, useState } from 'react'
import { whenIdle } from '#router/prefetch.ts'
import { useNotifications } from '#ui/toasts/notifications.ts'
import { usePart } from '#ui/use-part.ts'

export type LayoutProps = {
  home: LinkTarget
  /** Undefined on a page without a way back. */
  onBack: (() => void) | undefined
  /** Undefined without a session. */
  onLogOut: (() => void) | undefined
  account: LinkTarget
  /** Undefined on a screen without steps. */
  stepsDone: StepsDone | undefined
  language: Language
  onLanguage: (language: Language) => void
  /** The transaction's label, for visitor and support; undefined without a request. */
  transaction: string | undefined
  banners: BannersProps
  /** Opens a legal page in place of another one; elsewhere they open in a new tab, so that nothing typed is lost. */
  onRead: ((address: string) => void) | undefined
  /** Lies over the page. */
  notice: Elements
  /** Undefined where nothing is stored that needs consent. */
  onCookieSettings: (() => void) | undefined
  children: Content
}

/** Names the year, in which server and browser may differ. */
const copyright = () => `© ${new Date().getFullYear()} ${brand.company}`
const LINKS = ['imprint', 'privacy', 'terms', 'faq', 'accessibility'] as const

const IN_NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }

const FOOT_LINK =
  '-mx-2.5 inline-flex min-h-11 min-w-11 items-center justify-center px-2.5 underline decoration-line-strong decoration-1 underline-offset-[.2em] hover:text-ink'

/** The frame that every page shares. */
export function Layout(props: LayoutProps) {
  const {
    home,
    onBack,
    stepsDone,
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
        className="absolute inset-s-4 -top-full z-40 rounded-field bg-brand px-4 py-3 text-brand-ink focus:top-2"
      >
        {t('layout.skip')}
      </a>
      {notice}
      <Banners {...banners} />
      <header className="[anchor-name:--header] print:hidden">
        <div className="page flex min-h-16 flex-wrap items-center gap-1 [anchor-name:--row] sm:min-h-18">
          <a
            href={home.href}
            aria-label={t('layout.home')}
            onClick={onLinkClick(home.onFollow)}
            className="me-auto flex min-h-11 min-w-11 items-center gap-2 text-[1.375rem] font-bold tracking-[-0.03em] text-ink no-underline"
          >
            <Logo />
          </a>
          {onBack === undefined ? null : (
            <Button variant="quiet" onClick={onBack}>
              <BackIcon />
              <span className="max-[22rem]:sr-only">{t('action.back')}</span>
            </Button>
          )}
          <OwnLinks {...props} className={`${BUTTONS.quiet} max-sm:hidden`} />
          <LanguageSwitch language={language} onLanguage={onLanguage} />
        </div>
        {stepsDone === undefined ? null : <StepBar done={stepsDone} />}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="page flex-1 pt-[clamp(1.5rem,3.4vw,2.75rem)] pb-[clamp(2.5rem,5vw,4rem)] outline-none short:py-2"
      >
        {children}
      </main>
      <footer className="border-t border-line text-note text-ink-soft print:hidden">
        <div className="page flex flex-wrap items-center gap-x-3 py-2 max-[599px]:text-[.75rem] sm:gap-x-5">
          <p className="flex min-h-9 items-center min-[860px]:min-h-11" suppressHydrationWarning>
            {copyright()}
          </p>
          <nav aria-label={t('layout.footer')} className="max-[859px]:order-first max-[859px]:w-full">
            <ul className="flex flex-wrap gap-x-5 max-[599px]:justify-between max-[599px]:gap-x-1">
              {LINKS.map((name) => (
                <li key={name}>
                  <a
                    href={inLanguage(brand.links[name], language)}
                    {...(onRead === undefined
                      ? IN_NEW_TAB
                      : { onClick: onAddressClick(inLanguage(brand.links[name], language), onRead) })}
                    className={FOOT_LINK}
                  >
                    {t(`layout.${name}`)}
                  </a>
                </li>
              ))}
              {onCookieSettings === undefined ? null : (
                <li>
                  <button type="button" onClick={onCookieSettings} className={FOOT_LINK}>
                    {t('layout.cookies')}
                  </button>
                </li>
              )}
            </ul>
          </nav>
          <OwnLinks {...props} className={`sm:hidden ${FOOT_LINK}`} />
          <p className="ms-auto flex min-h-9 items-center tabular min-[860px]:min-h-11">
            {t('layout.transaction', { transaction: transaction ?? '–' })}
          </p>
        </div>
      </footer>
      <OverlaysOnDemand />
    </div>
  )
}

type OwnLinksProps = Pick<LayoutProps, 'account' | 'onLogOut'> & { className: string }

/** The ways of a visitor with a session. */
function OwnLinks({ account: { href, onFollow }, onLogOut, className }: OwnLinksProps) {
  const t = useTranslate()
  if (onLogOut === undefined) return null
  return (
    <Fragment>
      <a href={href} onClick={onLinkClick(onFollow)} className={className}>
        {t('layout.account')}
      </a>
      <button type="button" onClick={onLogOut} className={className}>
        {t('action.logout')}
      </button>
    </Fragment>
  )
}

/** Shows the operator's picture or our mark, and the name unless the picture contains it. */
function Logo() {
  const { logo, name } = brand
  if (logo === null)
    return (
      <Fragment>
        <Mark />
        <span translate="no">{name}</span>
      </Fragment>
    )
  const { src, darkSrc, width, height, showsName } = logo
  return (
    <Fragment>
      <picture className="flex-none">
        {darkSrc === null ? null : <source srcSet={darkSrc} media="(prefers-color-scheme: dark)" />}
        <img
          src={src}
          width={width}
          height={height}
          alt=""
          className="h-[30px] w-auto max-w-[min(14rem,45vw)] object-contain object-left"
        />
      </picture>
      {showsName ? null : <span translate="no">{name}</span>}
    </Fragment>
  )
}

const loadOverlays = async () => ({ View: (await import('#ui/toasts/overlays.tsx')).Overlays })

/** Loads the overlays when the page is idle, within two seconds: none is needed at first, and they must be there without a network. */
function OverlaysOnDemand() {
  const [isQuiet, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const waiting = useNotifications().length
  const [isMissing, setMissing] = useState(false)
  const part = usePart(loadOverlays, waiting || isQuiet, () => setMissing(true))
  if (part !== undefined) return <part.View />
  return isMissing ? <PlainNotifications /> : null
}

/** Shows the notifications where the overlays could not be loaded. */
const PlainNotifications = () =>
  useNotifications().map(({ id, message }) => (
    <p key={id} role="alert" className="sticky bottom-0 bg-warn p-4 text-warn-ink">
      {message}
    </p>
  ))
