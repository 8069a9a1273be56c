import { type Language, PAPERS, paperAt } from '@avouch/contract'
import {
  createRootRoute,
  Outlet,
  redirect,
  retainSearchParams,
  useCanGoBack,
  useLocation,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import { Layout } from '#features/layout/layout.tsx'
import { useIntent } from '#lib/intent.ts'
import { useLanguage } from '#lib/language.ts'
import { restoredAddress } from '#lib/restore-visit.ts'
import { changeLanguage } from '#lib/save-language.ts'
import { useLogOut } from '#lib/log-out.ts'
import { keptSearch } from '#lib/search.ts'
import { useSwitches } from '#lib/switches.ts'

export const Route = createRootRoute({
  validateSearch: keptSearch,
  search: { middlewares: [retainSearchParams(['mintid', 'mobile'])] },
  beforeLoad: ({ location, search }) => {
    const href = restoredAddress({ pathname: location.pathname, search: { ...location.search, ...search } })
    if (href !== undefined) throw redirect({ href, replace: true })
  },
  component: Root,
})

function Root() {
  const router = useRouter()
  const { transaction } = useIntent(Route.useSearch().mintid)
  const hasBack = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.back === true) })
  const home = { href: router.buildLocation({ to: '/' }).href, onFollow: () => void router.navigate({ to: '/' }) }
  const onBack = useCanGoBack() && hasBack ? () => router.history.back() : undefined
  const isSignIn = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/auth/')) })
  // A reload would forget what was typed to sign in, which is kept in memory alone.
  const reading = useLocation({ select: ({ pathname }) => paperAt(pathname) })
  const read = (address: string) => {
    const [, lang = '', paper = ''] = address.split('/')
    void router.navigate({ to: '/$lang/$paper', params: { lang, paper }, hash: true })
  }
  const onLanguage = (language: Language) => {
    changeLanguage(language, { reload: !isSignIn && reading === undefined })
    if (reading !== undefined) read(PAPERS[reading.name][language])
  }
  const { maintenance, broadcast } = useSwitches()
  const isPayment = useLocation({ select: ({ search }) => 'payment' in search })
  const banners = { maintenance: maintenance === '1', appLimited: broadcast === '1' && isPayment }
  const shared = { banners, home, onBack, onLogOut: useLogOut(), onLanguage, transaction }
  const onRead = reading === undefined ? undefined : read
  return (
    <Layout language={useLanguage()} onRead={onRead} {...shared}>
      <Outlet />
    </Layout>
  )
}
