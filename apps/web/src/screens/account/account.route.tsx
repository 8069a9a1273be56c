import { ACCOUNT_PAGES, type AccountPage } from '@avouch/journey'
import { Fragment } from 'react'
import { NeedsLogIn, Pages, RequestWaits } from './account-frame.tsx'
import { DataScreen } from './data-screen.tsx'
import { GoodbyeScreen } from './goodbye-screen.tsx'
import { useNeverRestored } from './own.ts'
import { SecurityScreen } from './security-screen.tsx'
import { ToldScreen } from './told-screen.tsx'
import { useIsSignedIn } from '#api/session.ts'
import { useLocation } from '#router/navigation.ts'

const SCREENS = { '/account': ToldScreen, '/account/data': DataScreen, '/account/security': SecurityScreen } as const

export function Screen() {
  const { name } = useLocation()
  const page = ACCOUNT_PAGES.find((one) => one === name)
  return page === undefined ? <GoodbyeScreen /> : <Account page={page} />
}

function Account({ page }: { page: AccountPage }) {
  useNeverRestored()
  const isSignedIn = useIsSignedIn()
  const Page = SCREENS[page]
  if (!isSignedIn) return <NeedsLogIn page={page} />
  return (
    <Fragment>
      <Pages current={page} />
      <RequestWaits />
      <Page />
    </Fragment>
  )
}
