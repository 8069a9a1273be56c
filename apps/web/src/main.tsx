import './lib/zod-config.ts'
import { CallFailure } from '@avouch/api-client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToApi } from '#lib/api.ts'
import { errorText } from '#lib/error-text.ts'
import { currentTranslate, startLanguage } from '#lib/language.ts'
import { notify } from '#lib/notifications.ts'
import { forgetAnswers, queryClient } from '#lib/query.ts'
import { reloadOnceOnMissingChunk } from '#lib/missing-chunk.ts'
import { session } from '#lib/session.ts'
import { recheckWhenShownAgain } from '#lib/shown-again.ts'
import { forgetVisitor } from '#lib/visitor.ts'
import { router } from './router.tsx'
import './styles.css'

listenToApi({
  error: (error, { path }) => {
    const isGivenUp = error instanceof CallFailure && error.kind === 'aborted'
    if (isGivenUp || !path.startsWith('/api/') || !session.wasSignedIn()) return
    const t = currentTranslate()
    notify({ type: 'error', title: t('notice.error'), message: errorText(t, error) })
  },
  sessionEnded: () => {
    forgetAnswers()
    // Nobody is sent away from a page that needs no session.
    if (router.state.matches.some(({ staticData }) => staticData.session === true))
      void router.navigate({ to: '/auth/login', search: { expired: true } })
  },
  loggedOut: () => {
    forgetVisitor()
    const t = currentTranslate()
    notify({ type: 'info', title: t('logout.done'), message: t('logout.doneText') })
    void router.navigate({ to: '/' })
  },
})
reloadOnceOnMissingChunk()
recheckWhenShownAgain()

const root = document.getElementById('root')
if (root === null) throw new Error('There is no element to render into')

await startLanguage()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
