import { PRESENTATION_HERE, PRESENTATION_LINK_PATH } from '@avouch/contract'
import { RequestProblemScreen } from './request-problem-screen.tsx'
import { useIsHydrated } from '#router/hydrated.ts'
import { goBack, useLocation } from '#router/navigation.ts'
import { pagesInTab } from '#visit/tab-state.ts'

/** Why a website's request leads nowhere: the address says it, for the website's developer. */
export function Screen() {
  const { problem, code = '' } = useLocation().query
  const isHydrated = useIsHydrated()
  const isForPhone = problem === 'phone'
  const isElsewhere = problem === 'browser'
  // A tablet may say that it is a desktop. The code is in the address alone, which no page is rendered for.
  const hereHref =
    isHydrated && isForPhone && code !== ''
      ? `${PRESENTATION_LINK_PATH.replace(':code', encodeURIComponent(code))}?${PRESENTATION_HERE}`
      : undefined
  const canGoBack = isHydrated ? pagesInTab() > 1 : undefined
  const why = { isForPhone, isElsewhere, hereHref }
  return <RequestProblemScreen {...why} canGoBack={canGoBack} onBack={goBack} />
}
