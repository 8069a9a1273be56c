import { createFileRoute } from '@tanstack/react-router'
import { LinkScreen } from '#features/app-link/link-screen.tsx'
import { useOpenApp } from '#lib/open-app.ts'
import { settings } from '#lib/page-settings.ts'

export const Route = createFileRoute('/a/$code')({ component: Scanned })

/** A code that was scanned with the phone's own camera; what it is worth, the app asks. */
function Scanned() {
  const { code } = Route.useParams()
  const { noAnswer, opening } = useOpenApp()
  const { openUrl, iosStoreUrl, androidStoreUrl } = settings.app
  const link = new URL(`/a/${encodeURIComponent(code)}`, window.location.origin).href
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
