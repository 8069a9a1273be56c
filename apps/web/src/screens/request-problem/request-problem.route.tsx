import { RequestProblemScreen } from './request-problem-screen.tsx'
import { useIsHydrated } from '#router/hydrated.ts'
import { goBack, useLocation } from '#router/navigation.ts'
import { pagesInTab } from '#visit/tab-start.ts'

/** Why a website's request leads nowhere: the address says it, for the website's developer. */
export function RequestProblem() {
  const isForPhone = new URLSearchParams(useLocation().search).get('problem') === 'phone'
  const canGoBack = useIsHydrated() ? pagesInTab() > 1 : undefined
  return <RequestProblemScreen isForPhone={isForPhone} canGoBack={canGoBack} onBack={goBack} />
}
