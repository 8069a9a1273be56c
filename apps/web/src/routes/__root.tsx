import {
  createRootRoute,
  Outlet,
  redirect,
  retainSearchParams,
  useCanGoBack,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import { Layout } from '#features/layout/layout.tsx'
import { useIntent } from '#lib/intent.ts'
import { changeLanguage } from '#lib/save-language.ts'
import { keptSearch, stringifySearch } from '#lib/search.ts'
import { useLanguage } from '#lib/language.ts'
import { useVerification } from '#lib/verification.ts'

export const Route = createRootRoute({
  validateSearch: keptSearch,
  search: { middlewares: [retainSearchParams(['mintid', 'mobile'])] },
  beforeLoad: ({ search, location }) => {
    const { merchantIntentId, isMobileVerifyUser } = useVerification.getState()
    if (search.mintid !== undefined || merchantIntentId === '') return
    // Whoever comes back without the parameters, from outside for example, gets those of the visit that is open.
    const kept = { mintid: merchantIntentId, mobile: search.mobile || isMobileVerifyUser }
    throw redirect({ href: location.pathname + stringifySearch({ ...location.search, ...kept }), replace: true })
  },
  component: Root,
})

function Root() {
  const router = useRouter()
  const navigate = Route.useNavigate()
  const { mintid } = Route.useSearch()
  const { transaction } = useIntent(mintid)
  const canGoBack = useCanGoBack()
  const home = { href: router.buildLocation({ to: '/' }).href, onFollow: () => void navigate({ to: '/' }) }
  const hasBack = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.back === true) })
  const onBack = hasBack && canGoBack ? () => router.history.back() : undefined
  return (
    <Layout
      home={home}
      onBack={onBack}
      language={useLanguage()}
      onLanguage={(language) => void changeLanguage(language)}
      transaction={transaction}
    >
      <Outlet />
    </Layout>
  )
}
