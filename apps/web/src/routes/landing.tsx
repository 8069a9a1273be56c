import { useEffect } from 'react'
import { LandingScreen } from '#features/landing/landing-screen.tsx'
import { track } from '#lib/analytics/track.ts'
import { isPhone } from '#lib/device.ts'
import { useIsHydrated } from '#lib/hydrated.ts'
import { useIntent } from '#lib/intent.ts'
import { useOpenApp } from '#lib/open-app.ts'
import { settings } from '#lib/page-settings.ts'
import { startWithoutApp } from '#lib/start-without-app.ts'
import { forgetVisit, rememberVisit } from '#lib/verification.ts'
import { navigate, usePlace, useSearch } from '#lib/navigation.ts'

export function Landing() {
  const { mintid, mobile, payment } = useSearch('/')
  const { search } = usePlace()
  const isHydrated = useIsHydrated()
  const { pending, provider, kind, bill, gone } = useIntent(mintid)

  useEffect(() => {
    // A request that leads nowhere is said to do so once, and is not what the next visit begins with.
    if (gone === undefined) rememberVisit({ mintid, mobile, payment })
    else forgetVisit()
  }, [mintid, mobile, payment, gone])

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
  const withoutApp = () => {
    track('selectWeb')
    startWithoutApp()
    void navigate({ to: '/auth/prompt' })
  }
  return (
    <LandingScreen
      {...app}
      payment={payment || kind === 'payment'}
      pending={pending}
      provider={provider}
      bill={bill}
      gone={gone}
      onWithoutApp={withoutApp}
    />
  )
}
