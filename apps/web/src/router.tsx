import { createRouter } from '@tanstack/react-router'
import { CrashScreen } from '#features/errors/crash-screen.tsx'
import { NotFoundScreen } from '#features/errors/not-found-screen.tsx'
import { beginArrival } from '#lib/arrival.ts'
import { authState } from '#lib/auth-state.ts'
import { report } from '#lib/report.ts'
import { parseSearch, stringifySearch } from '#lib/search.ts'
import { processingIntent, session } from '#lib/session.ts'
import { Spinner } from '#ui/spinner.tsx'
import { routeTree } from './routeTree.gen.ts'

function startOver() {
  session.clear()
  processingIntent.clear()
  authState.reset()
  window.location.reload()
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Spinner />,
  defaultErrorComponent: () => <CrashScreen onRefresh={startOver} />,
  defaultNotFoundComponent: () => <NotFoundScreen onHome={() => void router.navigate({ to: '/' })} />,
  defaultOnCatch: (error) => report('a screen failed', error),
})

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) beginArrival()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The header offers to go one step back. */
    back?: boolean
    /** The page is for somebody who is signed in. */
    session?: boolean
  }
}
