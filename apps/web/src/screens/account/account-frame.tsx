import { Button, BUTTONS } from '@avouch/design/button'
import type { Elements } from '@avouch/design/jsx-runtime'
import { Notice } from '@avouch/design/notice'
import { ACCOUNT_PAGES, type AccountPage } from '@avouch/journey'
import { type AccountText, useAccountText } from './account-text.ts'
import type { Own } from './own.ts'
import { isRefusal } from '#api/failures.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { onLinkClick, useLink } from '#router/link.tsx'
import { navigate, useLocation, useSearch } from '#router/navigation.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useIntent } from '#visit/intent.ts'
import { signInFor } from '#visit/sign-in-for.ts'

function logInFor(page: AccountPage): void {
  signInFor.remember(page)
  void navigate({ to: '/auth/login' })
}

/** Says what the page is to a visitor without a session. The log-in leads back here. */
export function NeedsLogIn({ page }: { page: AccountPage }) {
  const t = useTranslate()
  const text = useAccountText()
  return (
    <ResultPage title={text('account.login')} lede={text('account.loginText')} art={<DocumentArt />}>
      <Button onClick={() => logInFor(page)}>{t('action.login')}</Button>
    </ResultPage>
  )
}

const NAMES = {
  '/account': 'account.pages.told',
  '/account/data': 'account.pages.data',
  '/account/security': 'account.pages.security',
} as const satisfies Record<AccountPage, AccountText>

/** Links the pages of the account. */
export function Pages({ current }: { current: AccountPage }) {
  const text = useAccountText()
  return (
    <nav aria-label={text('account.pages')} className="mb-4">
      <ul className="mx-auto flex flex-wrap gap-1">
        {(['/account', '/account/security', '/account/data'] as const).map((page) => (
          <li key={page}>
            <PageLink page={page} isCurrent={page === current} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageLink({ page, isCurrent }: { page: AccountPage; isCurrent: boolean }) {
  const text = useAccountText()
  const { href, onFollow } = useLink(page)
  return (
    <a
      href={href}
      onClick={onLinkClick(onFollow)}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${BUTTONS.quiet} ${isCurrent ? 'bg-tint' : ''}`}
    >
      {text(NAMES[page])}
    </a>
  )
}

/** Leads back to an open request of this tab. */
export function RequestWaits() {
  const text = useAccountText()
  const { mintid } = useSearch()
  const { provider, end, kind } = useIntent(mintid)
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
  if (error === null)
    return (
      <p className="grid place-items-center">
        <Spinner label={t('layout.loading')} shown />
      </p>
    )
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
