import { useEffect } from 'react'
import { LandingScreen } from './landing-screen.tsx'
import { track } from '#analytics/track.ts'
import { isPhone, useOpenApp } from '#visit/device.ts'
import { useIsHydrated } from '#router/hydrated.ts'
import { refetchIntent, useIntent, useWayBack } from '#visit/intent.ts'
import { settings } from '#settings/page-settings.ts'
import { START, startHere } from '#visit/visitor.ts'
import { forgetVisit, rememberVisit } from '#visit/verification.ts'
import { useLink } from '#router/link.tsx'
import { isAt, navigate, useLocation, useSearch } from '#router/navigation.ts'

/**
 * Checks, before the visitor types anything, that an OpenID Connect request was begun in this browser: only here can it continue. Its
 * addresses, which see the cookie, lead to the landing page, or to the page that says so.
 * @returns stops it
 */
function stayWhereItBegan(returnAddress: string): () => void {
  const asking = new AbortController()
  fetch(returnAddress.replace(/\/done$/, ''), { signal: asking.signal }).then(
    ({ url }) => {
      // The page itself is not needed.
      asking.abort()
      if (isAt('/') && new URL(url).pathname === '/request-problem') window.location.replace(url)
    },
    // Without an answer, the end of the request says so.
    () => undefined,
  )
  return () => asking.abort()
}

/**
 * Fetches a request again when it has expired, by a clock that may be fast, and when its page becomes visible again.
 * @returns stops it
 */
function askAtItsEnd(mintid: string, expiresAt: string): () => void {
  const ask = () => {
    if (!document.hidden) refetchIntent(mintid)
  }
  let timer = setTimeout(askUntilItEnds, Date.parse(expiresAt) - Date.now())
  function askUntilItEnds() {
    ask()
    timer = setTimeout(askUntilItEnds, 10_000)
  }
  // At its first load the page has just been told.
  const askAgain = ({ persisted }: PageTransitionEvent) => persisted && ask()
  document.addEventListener('visibilitychange', ask)
  window.addEventListener('pageshow', askAgain)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', ask)
    window.removeEventListener('pageshow', askAgain)
  }
}

export function Screen() {
  const { mintid, mobile, payment } = useSearch('/')
  const { search } = useLocation()
  const isHydrated = useIsHydrated()
  const {
    pending,
    provider,
    kind,
    asked,
    bill,
    end,
    expiresAt,
    accept = ['identity_check'],
    returnAddress,
  } = useIntent(mintid)
  const ageApp = useLink('/verify-age/age-app')
  const wayBack = useWayBack(mintid)

  const isOpen = end === undefined
  useEffect(() => {
    // A request that leads nowhere is reported once, and not the start of the next visit.
    if (isOpen) rememberVisit({ mintid, mobile, payment })
    else forgetVisit(mintid)
  }, [mintid, mobile, payment, isOpen])

  useEffect(() => {
    // Its way back leads through our server.
    if (isOpen && returnAddress?.startsWith(window.location.origin) === true) return stayWhereItBegan(returnAddress)
  }, [isOpen, returnAddress])

  useEffect(() => {
    if (!isOpen || mintid === undefined || expiresAt === undefined) return
    return askAtItsEnd(mintid, expiresAt)
  }, [isOpen, mintid, expiresAt])

  const toAppPage = () => void navigate({ to: '/verify-age/app', keepSearch: true })
  const { opening } = useOpenApp(toAppPage)
  // On a phone the app is opened; elsewhere a code is scanned.
  const app =
    isHydrated && isPhone()
      ? {
          appHref: settings.app.openUrl + search,
          onApp: () => {
            track('selectApp')
            opening()
          },
        }
      : {
          appHref: isHydrated ? `/verify-age/app${search}` : '/verify-age/app',
          onApp: (event: { preventDefault(): void }) => {
            event.preventDefault()
            track('selectApp')
            toAppPage()
          },
        }
  const prompt = useLink('/auth/prompt')
  const onStart = () => {
    startHere()
    prompt.onFollow()
  }
  return (
    <LandingScreen
      {...app}
      payment={payment || kind === 'payment'}
      pending={pending}
      ageApp={pending || accept.join() !== 'identity_check' ? ageApp : undefined}
      walletOnly={!accept.includes('proof_of_age')}
      byAccount={accept.includes('identity_check')}
      provider={provider}
      asked={asked}
      bill={bill}
      end={end}
      start={{ href: prompt.href + START, onFollow: onStart }}
      wayBack={wayBack}
    />
  )
}
