import { CheckPhoneScreen } from './check-phone-screen.tsx'
import { checkUrlOf } from './check-phone-address.ts'
import { useLanguage } from '#i18n/language.ts'
import { useLocation, useSearch } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'

/** A check that was begun elsewhere, and is made here without a session. */
export function Screen() {
  const { query } = useLocation()
  const { return: returnId } = useSearch()
  const taken = { tc: query['tc'], userConsentDP: query['userConsentDP'], returnId }
  const url = checkUrlOf(taken, settings.identityCheck.url, useLanguage())
  return <CheckPhoneScreen from={query['from'] === 'app' ? 'app' : 'computer'} url={url} />
}
