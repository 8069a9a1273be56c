import type { Endpoint, KnownIntent } from '@avouch/contract'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchConnection } from './api/connection.ts'
import { clearCaches, refetchCaches } from './api/caches.ts'
import { listenToApi } from './api/api-events.ts'
import { readEarlyInput, RestoreEarlyInput } from './ui/early-input.tsx'
import { setIntent } from './visit/intent.ts'
import { rememberTabStart } from './visit/tab-state.ts'
import { currentLanguage, currentTranslate, startLanguage } from './i18n/language.ts'
import { allowReloadLater } from './boot/fetch-before-import.ts'
import {
  currentLocation,
  isForSession,
  isRendered,
  navigate,
  prepareNext,
  startNavigation,
} from './router/navigation.ts'
import { dismissAll, notify } from './ui/notifications.ts'
import { isAsSent } from './router/hydrated.ts'
import { prefetch } from './router/prefetch.ts'
import { keptSearch } from './router/location.ts'
import { renderKeyOf } from './boot/render-key.ts'
import { inBackground, report } from './api/report.ts'
import { session } from './api/session.ts'
import { keptCountry } from './settings/home-country.ts'
import { forgetVisitor } from './visit/visitor.ts'
import { App } from './screens/router.tsx'
import { SCREENS } from './screens/screens.ts'
import './styles.css'

async function tell(error: unknown, endpoint: Endpoint): Promise<void> {
  try {
    const { tellFailedCall } = await import('./boot/tell-failure.ts')
    await tellFailedCall(error, endpoint)
  } catch {
    // Without a network that part may not arrive, which the page says anyway.
  }
}

listenToApi({
  error: (error, endpoint) => void tell(error, endpoint),
  sessionEnded: () => {
    clearCaches()
    // A page that needs no session stays.
    if (isForSession()) inBackground(navigate({ to: '/auth/login', search: { expired: true } }))
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

/**
 * The browser may restore a whole page from the back/forward cache. After a log-out its content must not be seen; with the
 * same session its answers are fetched again.
 */
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
// Other tabs may log out, or ask for the tokens, but only while this one has a session.
if (session.isOpen()) prefetch(() => import('./api/api.ts'))

/** A control that is hovered, touched or focused is likely to be pressed next. */
for (const sign of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(
    sign,
    ({ target }) => {
      if (target instanceof Element && target.closest('main :is(a, button, input)') !== null) prepareNext()
    },
    { passive: true },
  )

/** Lets the browser answer before what comes next; no timer, which a page in the background would wait for. */
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

/** Hydrates the server's page when its render key is the one of this visitor and the page is as it was sent; else renders it again. */
async function start(root: HTMLElement): Promise<void> {
  await Promise.all([startLanguage(), startNavigation(SCREENS)])
  await nextTask()
  const { mintid } = keptSearch(currentLocation().query)
  if (mintid !== undefined) rememberTabStart(mintid)
  const known = root.dataset['known'] ?? ''
  const isKnown = mintid !== undefined && known !== ''
  // Page and script are of one build, and no other origin can write into it.
  if (isKnown) setIntent(mintid, JSON.parse(known) as KnownIntent)
  const visitor = { language: currentLanguage(), languages: navigator.languages, isKnown }
  const renderKey = renderKeyOf(currentLocation(), visitor)
  // The server does not know of a country that this browser keeps.
  if (
    (keptCountry() === '' || root.querySelector('input[type=tel]') === null) &&
    isRendered() &&
    root.dataset['renderKey'] === JSON.stringify(renderKey) &&
    isAsSent(root)
  ) {
    // In slices, between which the browser answers; a key or a click makes React finish at once.
    const takeOver = (
      <RestoreEarlyInput root={root}>
        <App />
      </RestoreEarlyInput>
    )
    const onRecoverableError = (error: unknown) => report('the page was not as it was sent', error)
    return startTransition(() => void hydrateRoot(root, takeOver, { onRecoverableError }))
  }
  // In one task: the focus would be lost between reading and rendering.
  const applyEarlyInput = readEarlyInput(root)
  flushSync(() => createRoot(root).render(<App />))
  applyEarlyInput()
}

// Not awaited at the top: the parts that it waits for wait for this one.
inBackground(start(root).then(() => document.getElementById('late')?.remove()))
