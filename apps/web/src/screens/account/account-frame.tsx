import { Button, BUTTONS } from '@avouch/design/button'
import type { Elements } from '@avouch/design/jsx-runtime'
import { Notice } from '@avouch/design/notice'
import { ACCOUNT_PAGES, type AccountPage } from '@avouch/journey'
import { useAccountText } from './account-text.ts'
import type { Own } from './own.ts'
import { isRefusal } from '#api/failures.ts'
import { inBackground } from '#api/report.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { onLinkClick, useLink } from '#router/link.tsx'
import { navigate, useLocation, useSearch } from '#router/navigation.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useIntent } from '#visit/intent.ts'
import { signInFor } from '#visit/sign-in-for.ts'

/** Goes to the log-in, which leads back to the page. */
function logInFor(page: AccountPage): void {
  signInFor.remember(page)
  inBackground(navigate({ to: '/auth/login' }))
}

/** Names the account to a visitor without a session. */
export function NeedsLogIn({ page }: { page: AccountPage }) {
  const t = useTranslate()
  const text = useAccountText()
  return (
    <ResultPage title={text('account.login')} lede={text('account.loginText')} art={<DocumentArt />}>
      <Button onClick={() => logInFor(page)}>{t('action.login')}</Button>
    </ResultPage>
  )
}

/** Links the pages of the account. */
export function Pages({ current }: { current: AccountPage }) {
  const text = useAccountText()
  const pages = [
    { page: '/account', name: text('account.pages.told'), ...useLink('/account') },
    { page: '/account/security', name: text('account.pages.security'), ...useLink('/account/security') },
    { page: '/account/data', name: text('account.pages.data'), ...useLink('/account/data') },
  ]
  return (
    <nav aria-label={text('account.pages')} className="mb-4">
      <ul className="flex flex-wrap gap-1">
        {pages.map(({ page, name, href, onFollow }) => (
          <li key={page}>
            <a
              href={href}
              onClick={onLinkClick(onFollow)}
              aria-current={page === current ? 'page' : undefined}
              className={`${BUTTONS.quiet} ${page === current ? 'bg-tint' : ''}`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Leads back to an open request of this tab. */
export function RequestWaits() {
  const text = useAccountText()
  const { provider, end, kind } = useIntent(useSearch().mintid)
  const { href, onFollow } = useLink(kind === 'payment' ? '/' : '/check')
  if (provider === undefined || end !== undefined) return null
  return (
    <div className="mb-5">
      <Notice kind="info" title={text('account.waits', { provider: provider.name })}>
        <p>{text('account.waitsText')}</p>
        <a href={href} onClick={onLinkClick(onFollow)} className={BUTTONS.link}>
          {text('account.goOn')}
        </a>
      </Notice>
    </div>
  )
}

/** Asks for another sign-in, after which the visitor is back on this page. */
export function LogInAgain() {
  const text = useAccountText()
  const { name } = useLocation()
  const page = ACCOUNT_PAGES.find((one) => one === name) ?? '/account'
  return (
    <Notice kind="info" title={text('account.again')}>
      <p>{text('account.againText')}</p>
      <Button className="mt-3" onClick={() => logInFor(page)}>
        {text('account.againButton')}
      </Button>
    </Notice>
  )
}

type LoadedProps<Data> = { own: Own<Data>; children: (data: Data) => Elements }

/** Shows what was read; until then a spinner, a failure with a way to repeat it, or the need for another sign-in. */
export function Loaded<Data>({ own: { data, error, refetch, isFetching }, children }: LoadedProps<Data>) {
  const t = useTranslate()
  const text = useAccountText()
  if (data !== undefined) return children(data)
  if (isRefusal(error, 'sign_in_again')) return <LogInAgain />
  if (error === null) return <Spinner label={t('layout.loading')} shown />
  return (
    <Notice kind="error" title={text('account.failed')}>
      <p>{errorText(t, error)}</p>
      <Button variant="secondary" className="mt-3" busy={isFetching} onClick={refetch}>
        {t('action.retry')}
      </Button>
    </Notice>
  )
}

/** A part of a page of the account, under its heading. */
export const Part = ({ title, note, children }: { title: string; note?: string; children: Elements }) => (
  <section className="grid grid-cols-1 content-start gap-3">
    <div>
      <h2 className="text-section font-[650]">{title}</h2>
      {note === undefined ? null : <p className="mt-0.5 text-ink-soft">{note}</p>}
    </div>
    {children}
  </section>
)

/** A name, and what stands for it; null: nothing, and no line. Several may have the same name. */
export type Fact = readonly [name: string, value: string | null]

/** Lists facts in lines, name on the left. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-1 gap-1">
    {facts.map(([name, value], index) =>
      value === null ? null : (
        <div key={index} className="flex flex-wrap items-center justify-between gap-x-2">
          <dt className="min-w-0 text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ),
    )}
  </dl>
)
