import { Button, BUTTONS } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ACCOUNT_PAGES, type AccountPage } from '@avouch/journey'
import { Fragment } from 'react'
import { logInFor } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { DataScreen } from './data-screen.tsx'
import { GoodbyeScreen } from './goodbye-screen.tsx'
import { useLook } from './own.ts'
import { SecurityScreen } from './security-screen.tsx'
import { ToldScreen } from './told-screen.tsx'
import { useIsSignedIn } from '#api/session.ts'
import { useTranslate } from '#i18n/language.ts'
import { onLinkClick, useLink } from '#router/link.tsx'
import { useLocation, useSearch } from '#router/navigation.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { useIntent } from '#visit/intent.ts'

const PAGES = {
  '/account': { name: 'account.pages.told', Page: ToldScreen },
  '/account/security': { name: 'account.pages.security', Page: SecurityScreen },
  '/account/data': { name: 'account.pages.data', Page: DataScreen },
} as const satisfies Record<AccountPage, unknown>

export function Screen() {
  const { name } = useLocation()
  const isSignedIn = useIsSignedIn()
  const page = ACCOUNT_PAGES.find((one) => one === name)
  if (page === undefined) return <GoodbyeScreen />
  return isSignedIn ? <Account page={page} /> : <NeedsLogIn page={page} />
}

function Account({ page }: { page: AccountPage }) {
  const text = useAccountText()
  const look = useLook()
  const { Page } = PAGES[page]
  return (
    <Fragment>
      <nav aria-label={text('account.pages')} className="mb-4">
        <ul className="flex flex-wrap gap-1">
          {ACCOUNT_PAGES.map((to) => (
            <PageLink key={to} to={to} isHere={to === page} />
          ))}
        </ul>
      </nav>
      <RequestWaits />
      <Page key={look} />
    </Fragment>
  )
}

function PageLink({ to, isHere }: { to: AccountPage; isHere: boolean }) {
  const text = useAccountText()
  const { href, onFollow } = useLink(to)
  return (
    <li>
      <a
        href={href}
        onClick={onLinkClick(onFollow)}
        aria-current={isHere ? 'page' : undefined}
        className={`${BUTTONS.quiet} ${isHere ? 'bg-tint' : ''}`}
      >
        {text(PAGES[to].name)}
      </a>
    </li>
  )
}

/** Names the account to a visitor without a session. */
function NeedsLogIn({ page }: { page: AccountPage }) {
  const t = useTranslate()
  const text = useAccountText()
  return (
    <ResultPage title={text('account.login')} lede={text('account.loginText')} art={<DocumentArt />}>
      <Button onClick={() => logInFor(page)}>{t('action.login')}</Button>
    </ResultPage>
  )
}

/** Leads back to an open request of this tab. */
function RequestWaits() {
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
