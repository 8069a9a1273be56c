import type { Elements } from '@avouch/design/jsx-runtime'
import {
  type AdminPerson,
  HELD_READERS,
  INSTALLATION_READERS,
  NUMBER_READERS,
  type OperatorRole,
} from '@avouch/contract'
import { JoinPage } from '#account/join-page.tsx'
import { SecurityPage } from '#account/security-page.tsx'
import { SignInPage } from '#account/sign-in-page.tsx'
import { useTranslate } from '#i18n/language.ts'
import { navigate, usePathname } from '#router/router.tsx'
import { Page } from '#ui/page.tsx'
import { Shell } from '#ui/shell.tsx'
import { leave, RoutedPage, type Routes, WithSession } from '../console.tsx'
import { AttentionPage } from './attention-page.tsx'
import { AuditPage } from './audit-page.tsx'
import { HeldPage } from './held-page.tsx'
import { JobsPage } from './jobs-page.tsx'
import { InstallationKeysPage } from './keys-page.tsx'
import {
  ATTENTION,
  AUDIT,
  HELD,
  HOME,
  JOBS,
  JOIN,
  KEYS,
  NUMBER,
  PROVIDERS,
  SECURITY,
  SMS,
  STAFF,
  SWITCHES,
} from './paths.ts'
import { NumberPage } from './number-page.tsx'
import { ProvidersPage } from './providers-page.tsx'
import { RoleContext } from './role.ts'
import { SmsPage } from './sms-page.tsx'
import { StaffPage } from './staff-page.tsx'
import { SwitchesPage } from './switches-page.tsx'

/** Titles have no slots. */
type Title =
  | 'attention'
  | 'number'
  | 'switches'
  | 'sms'
  | 'held'
  | 'providers'
  | 'jobs'
  | 'installationKeys'
  | 'audit'
  | 'staff'
type Entry = {
  path: string
  title: `${Title}.title`
  roles: readonly OperatorRole[]
  page: (person: AdminPerson) => Elements
}

/** Pages of the console with the roles that may read them. The first one is the start page. */
const PAGES: readonly Entry[] = [
  { path: ATTENTION, title: 'attention.title', roles: INSTALLATION_READERS, page: () => <AttentionPage /> },
  { path: NUMBER, title: 'number.title', roles: NUMBER_READERS, page: () => <NumberPage /> },
  { path: HELD, title: 'held.title', roles: HELD_READERS, page: () => <HeldPage /> },
  { path: PROVIDERS, title: 'providers.title', roles: INSTALLATION_READERS, page: () => <ProvidersPage /> },
  { path: SMS, title: 'sms.title', roles: INSTALLATION_READERS, page: () => <SmsPage /> },
  { path: JOBS, title: 'jobs.title', roles: INSTALLATION_READERS, page: () => <JobsPage /> },
  { path: SWITCHES, title: 'switches.title', roles: INSTALLATION_READERS, page: () => <SwitchesPage /> },
  { path: KEYS, title: 'installationKeys.title', roles: INSTALLATION_READERS, page: () => <InstallationKeysPage /> },
  { path: AUDIT, title: 'audit.title', roles: INSTALLATION_READERS, page: () => <AuditPage /> },
  { path: STAFF, title: 'staff.title', roles: INSTALLATION_READERS, page: (person) => <StaffPage person={person} /> },
]

const pagesOf = ({ role }: AdminPerson): readonly Entry[] =>
  PAGES.filter(({ roles }) => role !== null && roles.includes(role))

/** The console of the installation's operators. It shows no number, no name and nobody's visits. */
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
              ...pagesOf(person).map(({ path, title }, at) => ({ href: at === 0 ? HOME : path, label: t(title) })),
              { href: SECURITY, label: t('security.title') },
            ]}
            onSignOut={leave}
            context={<Role person={person} />}
            contextLabel={t('operator.role')}
          >
            <RoleContext value={person.role}>
              <RoutedPage key={person.id} routes={routesOf(person)} home={HOME} />
            </RoleContext>
          </Shell>
        )
      }}
    </WithSession>
  )
}

function routesOf(person: AdminPerson): Routes {
  const pages = pagesOf(person)
  const [first] = pages
  return [
    { path: HOME, page: () => first?.page(person) ?? <NotYours /> },
    ...pages.map(({ path, page }) => ({ path, page: () => page(person) })),
    { path: SECURITY, page: () => <SecurityPage person={person} /> },
  ]
}

function NotYours() {
  const t = useTranslate()
  return <Page title={t('operator.none')} lede={t('operator.notYours')} />
}

function Role({ person: { role, email } }: { person: AdminPerson }) {
  const t = useTranslate()
  return (
    <p className="px-3 wrap-anywhere">
      <strong className="font-[650]">{role === null ? t('operator.console') : t(`role.${role}`)}</strong>
      <span className="block text-note text-ink-soft">{email}</span>
    </p>
  )
}
