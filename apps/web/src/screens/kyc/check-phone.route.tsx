import { useEffect } from 'react'
import { CheckPhoneScreen } from './check-phone-screen.tsx'
import { checkUrlOf } from './check-phone-address.ts'
import { useLanguage } from '#i18n/language.ts'
import { useLocation, useSearch } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'
import { forgetVisit } from '#visit/verification.ts'

/** A check that was begun elsewhere, and is made here without a session. */
export function Screen() {
  // The page that follows the check would lead to the website of this browser's own visit.
  useEffect(forgetVisit, [])
  const { query } = useLocation()
  const { return: returnId } = useSearch()
  const handedOver = { tc: query['tc'], userConsentDP: query['userConsentDP'], returnId }
  const url = checkUrlOf(handedOver, settings.identityCheck.url, useLanguage())
  return <CheckPhoneScreen from={query['from'] === 'app' ? 'app' : 'computer'} url={url} />
}
