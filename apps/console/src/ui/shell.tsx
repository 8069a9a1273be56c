import type { Content } from '@avouch/design/jsx-runtime'
import { LANGUAGE_ROWS, LANGUAGES } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Mark } from '@avouch/design/icons'
import { ChevronIcon } from '@avouch/design/more-icons'
import { Fragment, useRef } from 'react'
import { switchLanguage, useLanguage, useTranslate } from '#i18n/language.ts'
import { Link, usePathname } from '#router/router.tsx'
import { brand } from '../settings.ts'
import { Announcer } from './announce.tsx'

export type NavigationItem = { href: string; label: string }

type ShellProps = {
  home: string
  /** Which console this is. */
  name: string
  navigation?: readonly NavigationItem[]
  /** Above the navigation: which project it is about, or as whom. */
  context?: Content
  contextLabel?: string
  /** Undefined without a session. */
  onSignOut?: () => void
  children: Content
}

function Logo() {
  const { logo, name } = brand
  if (logo === null)
    return (
      <Fragment>
        <Mark />
        <span translate="no">{name}</span>
      </Fragment>
    )
  return (
    <Fragment>
      <picture className="flex-none">
        {logo.darkSrc === null ? null : <source srcSet={logo.darkSrc} media="(prefers-color-scheme: dark)" />}
        <img
          src={logo.src}
          width={logo.width}
          height={logo.height}
          alt=""
          className="h-[30px] w-auto max-w-56 object-contain"
        />
      </picture>
      <span translate="no" className={logo.showsName ? 'sr-only' : undefined}>
        {name}
      </span>
    </Fragment>
  )
}

function LanguageSwitch() {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <div
      role="group"
      aria-label={t('shell.language')}
      className="flex rounded-full border border-line bg-surface p-0.5 text-note"
    >
      {LANGUAGES.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-label={`${option.toUpperCase()} – ${LANGUAGE_ROWS[option].name}`}
          aria-pressed={option === language}
          onClick={() => void switchLanguage(option)}
          className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-full px-3 font-[550] text-ink-soft hover:text-ink focus-visible:-outline-offset-3 aria-pressed:bg-tint aria-pressed:font-[680] aria-pressed:text-ink"
        >
          {option.toUpperCase()}
        </button>
      ))}
    </div>
  )
}

type NavigationProps = { items: readonly NavigationItem[]; onFollow?: () => void }

function Navigation({ items, onFollow }: NavigationProps) {
  const pathname = usePathname()
  // The item with the longest prefix of the address is the current one.
  const current = items
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item.href}>
          <Link
            href={item.href}
            onClick={onFollow}
            aria-current={item === current ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-field px-3 font-[550] text-ink-soft no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-tint aria-[current]:font-[680] aria-[current]:text-ink forced-colors:aria-[current]:border"
          >
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** On a narrow page the navigation folds away; it closes when it was used. */
function FoldedNavigation({ items }: { items: readonly NavigationItem[] }) {
  const t = useTranslate()
  const fold = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (fold.current !== null) fold.current.open = false
  }
  return (
    <details ref={fold} className="group rounded-field border border-line bg-surface lg:hidden">
      <summary className="flex min-h-12 items-center justify-between px-4 font-[600]">
        <span>{t('shell.menu')}</span>
        <ChevronIcon className="size-5 group-open:rotate-180" />
      </summary>
      <nav aria-label={t('shell.navigation')} className="px-2 pb-2">
        <Navigation items={items} onFollow={close} />
      </nav>
    </details>
  )
}

/** The frame that every page of a console shares. */
export function Shell({ home, name, navigation = [], context, contextLabel = '', onSignOut, children }: ShellProps) {
  const t = useTranslate()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute inset-s-4 -top-full z-40 rounded-field bg-brand px-4 py-3 text-brand-ink focus:top-2"
      >
        {t('shell.skip')}
      </a>
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-16 w-[min(1200px,100%-2.5rem)] flex-wrap items-center gap-x-3 gap-y-1 py-1 max-sm:gap-x-1">
          <Link
            href={home}
            className="me-auto flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 text-[1.25rem] font-bold tracking-[-0.03em] text-ink no-underline max-sm:flex-col max-sm:items-start max-sm:justify-center max-sm:gap-0 max-sm:leading-tight"
          >
            <span className="flex items-center gap-2">
              <Logo />
            </span>
            <span className="font-[500] text-ink-soft max-sm:text-note">{name}</span>
          </Link>
          {onSignOut === undefined ? null : (
            <Button variant="quiet" onClick={onSignOut} className="max-sm:px-2!">
              {t('shell.signOut')}
            </Button>
          )}
          <LanguageSwitch />
        </div>
      </header>
      <div
        className={`mx-auto w-[min(1200px,100%-2.5rem)] flex-1 pt-6 pb-16 ${navigation.length > 0 ? 'lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:gap-10' : ''}`}
      >
        {navigation.length === 0 ? null : (
          <div className="mb-6 grid content-start gap-3">
            {context === undefined ? null : <aside aria-label={contextLabel}>{context}</aside>}
            <nav aria-label={t('shell.navigation')} className="max-lg:hidden">
              <Navigation items={navigation} />
            </nav>
            <FoldedNavigation items={navigation} />
          </div>
        )}
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
      <Announcer />
    </div>
  )
}
