import type { AdminPerson } from '@avouch/contract'
import { JoinPage } from '#account/join-page.tsx'
import { SecurityPage } from '#account/security-page.tsx'
import { SignInPage } from '#account/sign-in-page.tsx'
import { useTranslate } from '#i18n/language.ts'
import { navigate, usePathname } from '#router/router.tsx'
import { Page } from '#ui/page.tsx'
import { Shell } from '#ui/shell.tsx'
import { leave, RoutedPage, type Routes, WithSession } from '../console.tsx'

const HOME = '/operator'
const JOIN = `${HOME}/join`
const SECURITY = `${HOME}/account`

/** What the people who operate the installation see and do. It shows no number, no name, and no one's visits. */
export function OperatorConsole() {
  const t = useTranslate()
  const pathname = usePathname()
  const frame = { home: HOME, name: t('operator.console') }
  return (
    <WithSession>
      {(person) => {
        if (pathname === JOIN)
          return (
            <Shell {...frame}>
              <JoinPage person={person} onDone={() => navigate(HOME, { replace: true })} />
            </Shell>
          )
        if (person === null)
          return (
            <Shell {...frame}>
              <SignInPage lede={t('operator.signIn')} />
            </Shell>
          )
        return (
          <Shell
            {...frame}
            navigation={[
              { href: HOME, label: t('operator.home') },
              { href: SECURITY, label: t('security.title') },
            ]}
            onSignOut={leave}
          >
            <RoutedPage routes={routesOf(person)} home={HOME} />
          </Shell>
        )
      }}
    </WithSession>
  )
}

const routesOf = (person: AdminPerson): Routes => [
  { path: HOME, page: () => <HomePage person={person} /> },
  { path: SECURITY, page: () => <SecurityPage person={person} /> },
]

function HomePage({ person: { role } }: { person: AdminPerson }) {
  const t = useTranslate()
  const lede = role === null ? t('operator.notYours') : t('operator.welcome', { role: t(`role.${role}`) })
  return <Page title={t('operator.home')} lede={lede} />
}
