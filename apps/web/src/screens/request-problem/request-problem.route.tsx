import { PRESENTATION_HERE, PRESENTATION_LINK_PATH } from '@avouch/contract'
import { RequestProblemScreen } from './request-problem-screen.tsx'
import { useIsHydrated } from '#router/hydrated.ts'
import { goBack, useLocation } from '#router/navigation.ts'
import { pagesInTab } from '#visit/tab-state.ts'

/** Says why a website's request leads nowhere. The address has the reason, for the website's developer. */
export function Screen() {
  const { problem, code = '' } = useLocation().query
  const isHydrated = useIsHydrated()
  const isForPhone = problem === 'phone'
  const isElsewhere = problem === 'browser'
  // A tablet may claim to be a desktop. The server renders no page with a code, which is in the address alone.
  const hereHref =
    isHydrated && isForPhone && code !== ''
      ? `${PRESENTATION_LINK_PATH.replace(':code', encodeURIComponent(code))}?${PRESENTATION_HERE}`
      : undefined
  const canGoBack = isHydrated ? pagesInTab() > 1 : undefined
  const why = { isForPhone, isElsewhere, hereHref }
  return <RequestProblemScreen {...why} canGoBack={canGoBack} onBack={goBack} />
}
