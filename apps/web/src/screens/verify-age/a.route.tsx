import { codeIn } from '@avouch/contract'
import { LinkScreen } from './link-screen.tsx'
import { useOpenApp } from '#visit/device.ts'
import { useLocation } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'

/** Opens the app for a code that the phone's camera scanned; the app checks it. */
export function Screen() {
  const { rest } = useLocation()
  const { noAnswer, opening } = useOpenApp()
  const { openUrl, iosStoreUrl, androidStoreUrl } = settings.app
  const link = new URL(`/a/${codeIn(rest)}`, window.location.origin).href
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
