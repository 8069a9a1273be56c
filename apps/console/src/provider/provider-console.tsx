import type { AdminPerson, ProjectRole } from '@avouch/contract'
import type { DefaultParams } from 'wouter'
import { useTranslate } from '#i18n/language.ts'
import { JoinPage } from '#account/join-page.tsx'
import { SecurityPage } from '#account/security-page.tsx'
import { SignInPage } from '#account/sign-in-page.tsx'
import { Link, navigate, usePathname } from '#router/router.tsx'
import { Card } from '#ui/page.tsx'
import { Shell } from '#ui/shell.tsx'
import { leave, RoutedPage, type Routes, WithSession } from '../console.tsx'
import { AddressesPage } from './addresses-page.tsx'
import { CheckPage } from './check-page.tsx'
import { ChecksPage } from './checks-page.tsx'
import { ConversionPage } from './conversion-page.tsx'
import { DeliveriesPage } from './deliveries-page.tsx'
import { DeliveryPage } from './delivery-page.tsx'
import { KeysPage } from './keys-page.tsx'
import { MembersPage } from './members-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { ProjectContext, projectPath } from './project.tsx'
import { ProjectsPage } from './projects-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { SignUpPage } from './sign-up-page.tsx'
import { TestingPage } from './testing-page.tsx'
import { UsagePage } from './usage-page.tsx'
import { WebhookPage } from './webhook-page.tsx'

const HOME = '/console'
const JOIN = `${HOME}/join`
const SIGN_UP = `${HOME}/sign-up`
const SECURITY = `${HOME}/account`

const toProject = ({ projects }: AdminPerson) => {
  const latest = projects.at(-1)
  navigate(latest === undefined ? HOME : projectPath(latest.id), { replace: true })
}

const projectIn = (pathname: string) => /^\/console\/projects\/([^/]+)/.exec(pathname)?.[1]

const routesOf = (person: AdminPerson): Routes => [
  { path: HOME, page: () => <ProjectsPage person={person} /> },
  { path: SECURITY, page: () => <SecurityPage person={person} /> },
  ...(
    [
      ['', OverviewPage],
      ['/keys', KeysPage],
      ['/addresses', AddressesPage],
      ['/webhook', WebhookPage],
      ['/deliveries', DeliveriesPage],
      ['/deliveries/:id', DeliveryPage],
      ['/checks', ChecksPage],
      ['/checks/:id', CheckPage],
      ['/testing', TestingPage],
      ['/conversion', ConversionPage],
      ['/usage', UsagePage],
      ['/members', MembersPage],
      ['/settings', SettingsPage],
    ] as const
  ).map(([path, ProjectPage]) => ({
    path: `${HOME}/projects/:project${path}`,
    page: ({ id = '' }: DefaultParams) => <ProjectPage id={id} />,
  })),
]

/** Pages for a provider's own people. */
export function ProviderConsole() {
  const t = useTranslate()
  const pathname = usePathname()
  const frame = { home: HOME, name: t('provider.console') }
  return (
    <WithSession>
      {(person) => {
        if (pathname === JOIN)
          return (
            <Shell {...frame}>
              <JoinPage person={person} onDone={toProject} />
            </Shell>
          )
        if (person === null)
          return (
            <Shell {...frame}>
              {pathname === SIGN_UP ? (
                <SignUpPage onDone={toProject} />
              ) : (
                <SignInPage lede={t('provider.signIn')}>
                  <Card title={t('provider.new')} lede={t('provider.newText')}>
                    <Link href={SIGN_UP} className="link">
                      {t('provider.signUp')}
                    </Link>
                  </Card>
                </SignInPage>
              )}
            </Shell>
          )
        return <SignedIn key={person.id} person={person} frame={frame} />
      }}
    </WithSession>
  )
}

type SignedInProps = { person: AdminPerson; frame: { home: string; name: string } }

function SignedIn({ person, frame }: SignedInProps) {
  const t = useTranslate()
  const pathname = usePathname()
  const id = projectIn(pathname)
  const project = person.projects.find((one) => one.id === id)
  const own = [
    { href: HOME, label: t('projects.title') },
    { href: SECURITY, label: t('security.title') },
  ]
  const navigation =
    project === undefined
      ? own
      : [
          { href: projectPath(project.id), label: t('overview.title') },
          { href: projectPath(project.id, 'checks'), label: t('checks.title') },
          { href: projectPath(project.id, 'conversion'), label: t('conversion.title') },
          { href: projectPath(project.id, 'usage'), label: t('usage.title') },
          { href: projectPath(project.id, 'keys'), label: t('keys.title') },
          { href: projectPath(project.id, 'addresses'), label: t('addresses.title') },
          { href: projectPath(project.id, 'webhook'), label: t('webhook.title') },
          { href: projectPath(project.id, 'deliveries'), label: t('deliveries.title') },
          { href: projectPath(project.id, 'testing'), label: t('testing.title') },
          { href: projectPath(project.id, 'settings'), label: t('settings.title') },
          { href: projectPath(project.id, 'members'), label: t('members.title') },
          ...own,
        ]
  const role: ProjectRole = project?.role ?? 'viewer'
  return (
    <Shell
      {...frame}
      navigation={navigation}
      onSignOut={leave}
      contextLabel={t('shell.context')}
      context={
        project === undefined ? undefined : (
          <p className="px-3 wrap-anywhere">
            <strong className="font-[650]">{project.name}</strong>
            <span className="block text-note text-ink-soft">{t(`role.${role}`)}</span>
          </p>
        )
      }
    >
      <ProjectContext value={{ id: id ?? '', role }}>
        <RoutedPage routes={routesOf(person)} home={HOME} />
      </ProjectContext>
    </Shell>
  )
}
