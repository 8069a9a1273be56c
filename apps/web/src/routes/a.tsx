import { LinkScreen } from '#features/app-link/link-screen.tsx'
import { useOpenApp } from '#lib/open-app.ts'
import { usePlace } from '#lib/navigation.ts'
import { settings } from '#lib/page-settings.ts'

/** A code that was scanned with the phone's own camera; what it is worth, the app asks. */
export function Scanned() {
  const { rest } = usePlace()
  const { noAnswer, opening } = useOpenApp()
  const { openUrl, iosStoreUrl, androidStoreUrl } = settings.app
  const link = new URL(`/a/${rest}`, window.location.origin).href
  return (
    <LinkScreen
      openHref={`${openUrl}?${new URLSearchParams({ link })}`}
      iosHref={iosStoreUrl}
      androidHref={androidStoreUrl}
      noAnswer={noAnswer}
      onOpen={opening}
    />
  )
}
