import { disprovesUnderAge } from '@avouch/contract'
import { useEffect, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { AppScreen } from './app-screen.tsx'
import { useAppLink } from './use-app-link.ts'
import { useRequestEnd } from './use-request-end.ts'
import { accountEnded, rememberOutcome } from '#visit/tab-state.ts'
import { isPhone, useOpenApp } from '#visit/device.ts'
import { codeText } from '#i18n/code-text.ts'
import { errorText } from '#i18n/error-text.ts'
import { isRefusal } from '#api/failures.ts'
import { useIntent, useWayBack } from '#visit/intent.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'
import { settings } from '#settings/page-settings.ts'
import { startWithoutApp } from '#visit/visitor.ts'
import { forgetVisit } from '#visit/verification.ts'
import { navigate, useLocation, useSearch } from '#router/navigation.ts'

export function Screen() {
  const t = useTranslate()
  const { mintid } = useSearch()
  const { search } = useLocation()
  // On arrival alone: a tablet that is turned keeps the link that its visitor is scanning.
  const [onPhone] = useState(isPhone)
  const language = useLanguage()
  const { kind, provider, bill, test, asked } = useIntent(mintid)
  const told = disprovesUnderAge(kind, asked?.age) ? 'no' : 'nothing'
  const payment = kind === 'payment'
  const { link, progress, error, again } = useAppLink(onPhone ? undefined : mintid)
  const { noAnswer, opening } = useOpenApp()
  const wayBack = useWayBack(mintid)
  const { state } = progress

  // It ends like the way without the app.
  useEffect(() => {
    if (mintid === undefined || (state !== 'confirmed' && state !== 'denied')) return
    const isYes = state === 'confirmed'
    forgetVisit()
    rememberOutcome(mintid, isYes ? (payment ? 'paid' : 'yes') : told)
    // The account in the app is the visitor's.
    if (!isYes && !test) accountEnded.remember()
    inBackground(navigate({ to: isYes ? '/complete-process' : '/verify-age/denied', replace: true }))
  }, [mintid, state, payment, test, told])

  const isOver = state === 'expired' || state === 'refused'
  useRequestEnd(mintid, onPhone ? 'none' : isOver ? 'over' : 'followed')

  const withoutApp = () => {
    startWithoutApp()
    inBackground(navigate({ to: '/auth/prompt' }))
  }
  const isIncomplete = isRefusal(error, 'invalid_request')
  const wrong = isIncomplete ? t('landing.incomplete') : error === null ? undefined : errorText(t, error)
  const isGone = mintid === undefined || isIncomplete || isRefusal(error, 'mintid_not_exist', 'mintid_used')
  return (
    <AppScreen
      onPhone={onPhone}
      payment={payment}
      bill={
        bill &&
        provider &&
        t('app.bill', { amount: money(language, bill.amount, bill.currency), provider: provider.name })
      }
      link={link}
      state={state}
      problem={mintid === undefined ? codeText(t, 'mintid_not_exist') : wrong}
      onNewCode={again}
      onRetry={isGone ? undefined : again}
      wayBack={wayBack}
      openHref={settings.app.openUrl + search}
      iosHref={settings.app.iosStoreUrl}
      androidHref={settings.app.androidStoreUrl}
      noAnswer={noAnswer}
      onOpen={opening}
      onWithoutApp={payment ? undefined : withoutApp}
    />
  )
}
