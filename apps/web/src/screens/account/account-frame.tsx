import { Button } from '@avouch/design/button'
import type { Elements } from '@avouch/design/jsx-runtime'
import { ChevronIcon } from '@avouch/design/more-icons'
import { Notice } from '@avouch/design/notice'
import { ACCOUNT_PAGES, type AccountPage } from '@avouch/journey'
import { useAccountText } from './account-text.ts'
import type { Own } from './own.ts'
import { isRefusal } from '#api/failures.ts'
import { inBackground } from '#api/report.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { navigate, useLocation } from '#router/navigation.ts'
import { Spinner } from '#ui/spinner.tsx'
import { signInFor } from '#visit/sign-in-for.ts'

/** Goes to the log-in, or to the reset of the PIN, which leads back to the page. */
export function logInFor(page: AccountPage, to: '/auth/login' | '/auth/forgot-pin' = '/auth/login'): void {
  signInFor.remember(page)
  inBackground(navigate({ to }))
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
  // Before the data: a refused query has those of its last success.
  if (isRefusal(error, 'sign_in_again')) return <LogInAgain />
  if (data !== undefined) return children(data)
  if (error === null) return <Spinner label={t('layout.loading')} shown />
  return (
    <Notice kind="error" title={text('account.failed')}>
      <p>{errorText(t, error)}</p>
      <Button variant="secondary" className="mt-3" busy={isFetching} onClick={() => refetch()}>
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
  <dl className="grid w-full grid-cols-1 gap-1">
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

/** Folds what few read. Not the fold of other pages: a file that they shared would be named in the first one that every visitor loads. */
export const Folded = ({ title, open = false, children }: { title: string; open?: boolean; children: Elements }) => (
  <details open={open} className="group border-t border-line">
    <summary className="flex min-h-11 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
      <h3 className="min-w-0 hyphens-auto">{title}</h3>
      <ChevronIcon className="size-5 transition-transform duration-200 group-open:rotate-180" />
    </summary>
    {children}
  </details>
)
