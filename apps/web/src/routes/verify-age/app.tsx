import { useEffect } from 'react'
import { AppScreen } from '#features/app-link/app-screen.tsx'
import { useAppLink } from '#features/app-link/use-app-link.ts'
import { isPhone } from '#lib/device.ts'
import { codeText } from '#lib/code-text.ts'
import { errorText, isRefusal } from '#lib/error-text.ts'
import { useIntent } from '#lib/intent.ts'
import { useTranslate } from '#lib/language.ts'
import { leaveFor } from '#lib/leave.ts'
import { useOpenApp } from '#lib/open-app.ts'
import { settings } from '#lib/page-settings.ts'
import { startWithoutApp } from '#lib/start-without-app.ts'
import { navigate, usePlace, useSearch } from '#lib/navigation.ts'

export function WithApp() {
  const t = useTranslate()
  const { mintid } = useSearch()
  const { search } = usePlace()
  const onPhone = isPhone()
  const { kind } = useIntent(mintid)
  const payment = kind === 'payment'
  const { link, progress, error, again } = useAppLink(onPhone ? undefined : mintid)
  const { noAnswer, opening } = useOpenApp()
  const { state, redirect_uri } = progress

  // It ends where the way without the app ends.
  useEffect(() => {
    if (state === 'denied') void navigate({ to: '/verify-age/denied', replace: true })
    if (state !== 'confirmed') return
    if (redirect_uri === null) void navigate({ to: '/complete-process', replace: true })
    else leaveFor(redirect_uri)
  }, [state, redirect_uri])

  const withoutApp = () => {
    startWithoutApp()
    void navigate({ to: '/auth/prompt' })
  }
  const problem =
    mintid === undefined ? codeText(t, 'mintid_not_exist') : error === null ? undefined : errorText(t, error)
  return (
    <AppScreen
      onPhone={onPhone}
      payment={payment}
      link={link}
      state={state}
      problem={problem}
      onNewCode={again}
      onRetry={isRefusal(error, 'mintid_not_exist', 'mintid_used') || mintid === undefined ? undefined : again}
      openHref={settings.app.openUrl + search}
      iosHref={settings.app.iosStoreUrl}
      androidHref={settings.app.androidStoreUrl}
      noAnswer={noAnswer}
      onOpen={opening}
      onWithoutApp={payment ? undefined : withoutApp}
    />
  )
}
