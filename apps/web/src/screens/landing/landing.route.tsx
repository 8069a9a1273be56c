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
 * A website's OpenID Connect request goes on only in the browser in which it began, by a cookie for the request's own addresses:
 * they lead to the start page, or to the page that says so. Asked before the visitor has typed anything.
 * @returns gives it up
 */
function stayWhereItBegan(returnAddress: string): () => void {
  const asking = new AbortController()
  fetch(returnAddress.replace(/\/done$/, ''), { signal: asking.signal }).then(
    ({ url }) => {
      // The page need not come as well.
      asking.abort()
      if (isAt('/') && new URL(url).pathname === '/request-problem') window.location.replace(url)
    },
    // Without an answer its end says so.
    () => undefined,
  )
  return () => asking.abort()
}

/**
 * Asks again when the time of a request is over, which a fast clock says too early, and when its page is looked at again.
 * @returns gives it up
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
  document.addEventListener('visibilitychange', ask)
  window.addEventListener('pageshow', ask)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', ask)
    window.removeEventListener('pageshow', ask)
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
    // A request that leads nowhere is said to do so once, and is not what the next visit begins with.
    if (isOpen) rememberVisit({ mintid, mobile, payment })
    else forgetVisit(mintid)
  }, [mintid, mobile, payment, isOpen])

  useEffect(() => {
    // Its way back leads through us.
    if (isOpen && returnAddress?.startsWith(window.location.origin) === true) return stayWhereItBegan(returnAddress)
  }, [isOpen, returnAddress])

  useEffect(() => {
    if (!isOpen || mintid === undefined || expiresAt === undefined) return
    return askAtItsEnd(mintid, expiresAt)
  }, [isOpen, mintid, expiresAt])

  const toAppPage = () => void navigate({ to: '/verify-age/app', keepSearch: true })
  const { opening } = useOpenApp(toAppPage)
  // On a phone the app is here; anywhere else there is a code to scan.
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
