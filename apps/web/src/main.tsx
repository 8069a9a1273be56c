import type { Endpoint, KnownIntent } from '@avouch/contract'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchConnection } from './api/connection.ts'
import { clearCaches, refetchCaches } from './api/caches.ts'
import { listenToApi } from './api/api-events.ts'
import { readEarlyInput, RestoreEarlyInput } from './ui/form/early-input.tsx'
import { setIntent } from './visit/intent.ts'
import { rememberTabStart } from './visit/tab-state.ts'
import { currentLanguage, currentTranslate, startLanguage } from './i18n/language.ts'
import { allowReloadLater } from './boot/fetch-before-import.ts'
import {
  currentLocation,
  requiresSession,
  isRendered,
  navigate,
  prepareNext,
  startNavigation,
} from './router/navigation.ts'
import { dismissAll, notify } from './ui/toasts/notifications.ts'
import { isUnmodified } from './router/hydrated.ts'
import { prefetch } from './router/prefetch.ts'
import { commonSearch } from './router/location.ts'
import { renderKeyOf } from './boot/render-key.ts'
import { inBackground, report } from './api/report.ts'
import { session } from './api/session.ts'
import { storedCountry } from './settings/home-country.ts'
import { restoreVisit } from './visit/verification.ts'
import { forgetVisitor } from './visit/visitor.ts'
import { App } from './screens/router.tsx'
import { SCREENS } from './screens/screens.ts'
import './styles.css'

async function tell(error: unknown, endpoint: Endpoint): Promise<void> {
  try {
    const { notifyFailedCall } = await import('./boot/notify-failed-call.ts')
    await notifyFailedCall(error, endpoint)
  } catch {
    // Without a network the module may not load, and the page says that it is offline.
  }
}

listenToApi({
  error: (error, endpoint) => void tell(error, endpoint),
  sessionEnded: () => {
    clearCaches()
    // A page that needs no session stays open.
    if (requiresSession()) inBackground(navigate({ to: '/auth/login', search: { expired: true } }))
  },
  loggedOut: () => {
    forgetVisitor()
    dismissAll()
    const t = currentTranslate()
    notify({ type: 'info', title: t('logout.done'), message: t('logout.doneText') })
    inBackground(navigate({ to: '/' }))
  },
  language: currentLanguage,
})

/** Hides a page that is restored from the back/forward cache after a log-out; with the same session, fetches its answers again. */
function recheckOnBfcacheRestore(): void {
  let seenBy: string | undefined
  window.addEventListener('pagehide', () => {
    seenBy = session.isOpen() ? session.userId() : undefined
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const isSame = seenBy === (session.isOpen() ? session.userId() : undefined)
    if (isSame) return refetchCaches()
    document.documentElement.hidden = true
    clearCaches()
    window.location.reload()
  })
}

allowReloadLater()
recheckOnBfcacheRestore()
watchConnection()
// Only a tab with a session listens to other tabs, which may log out or ask for the tokens.
if (session.isOpen()) prefetch(() => import('./api/api.ts'))

/** Prefetches when a control is hovered, touched or focused: it is likely to be pressed next. */
for (const sign of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(
    sign,
    ({ target }) => {
      if (target instanceof Element && target.closest('main :is(a, button, input)') !== null) prepareNext()
    },
    { passive: true },
  )

/** Yields to the browser, without a timer, which is slow in a background tab. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const go = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', go, { once: true })
    port1.start()
    port2.postMessage(undefined)
  })

const root = document.getElementById('root')
if (root === null) throw new Error('There is no element to render into')

/** Hydrates the server's page if its render key is this visitor's and nothing changed it; else renders the page anew. */
async function start(root: HTMLElement): Promise<void> {
  await Promise.all([startLanguage(), startNavigation(SCREENS, restoreVisit)])
  await nextTask()
  const { mintid } = commonSearch(currentLocation().query)
  if (mintid !== undefined) rememberTabStart(mintid)
  const known = root.dataset['known'] ?? ''
  const isKnown = mintid !== undefined && known !== ''
  // Not parsed: page and script are of one build, and no other origin can write into the page.
  if (isKnown) setIntent(mintid, JSON.parse(known) as KnownIntent)
  const visitor = { language: currentLanguage(), languages: navigator.languages, isKnown }
  const renderKey = renderKeyOf(currentLocation(), visitor)
  // The server does not know the country that this browser has stored.
  if (
    (storedCountry() === '' || root.querySelector('input[type=tel]') === null) &&
    isRendered() &&
    root.dataset['renderKey'] === JSON.stringify(renderKey) &&
    isUnmodified(root)
  ) {
    // A transition hydrates in slices; a key or a click makes React finish immediately.
    const takeOver = (
      <RestoreEarlyInput root={root}>
        <App />
      </RestoreEarlyInput>
    )
    const onRecoverableError = (error: unknown) => report('the page was not as it was sent', error)
    return startTransition(() => void hydrateRoot(root, takeOver, { onRecoverableError }))
  }
  // In one task, else the focus would be lost between reading and rendering.
  const applyEarlyInput = readEarlyInput(root)
  flushSync(() => createRoot(root).render(<App />))
  applyEarlyInput()
}

// No top-level await: the chunks that it waits for wait for this module.
inBackground(start(root).then(() => document.getElementById('late')?.remove()))
