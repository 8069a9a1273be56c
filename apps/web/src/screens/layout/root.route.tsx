import type { Elements } from '@avouch/design/jsx-runtime'
import { type Language, legalPageAddress, legalPageAt } from '@avouch/contract'
import { Layout } from './layout.tsx'
import { useIsHydrated } from '#router/hydrated.ts'
import { useIntent } from '#visit/intent.ts'
import { switchLanguage, useLanguage } from '#i18n/language.ts'
import { useIsSignedIn } from '#api/session.ts'
import { reportedOutcome } from '#visit/tab-state.ts'
import { openLegalPage } from '#screens/legal-pages/open-legal-page.ts'
import { goBack, useRoute, useSearch, useShown } from '#router/navigation.ts'
import type { StepsDone } from '#router/route.ts'
import { useSwitches } from '#visit/switches.ts'
import { useLink } from '#router/link.tsx'
import { notifyLoadFailure } from '#ui/use-part.ts'
import { useConsentParts } from '#screens/consent/consent.route.tsx'
import { report } from '#api/report.ts'

/** Counts the steps of the page that were done here: none without a session, and the last only with an answer. */
function useStepsDone(): StepsDone | undefined {
  const { stepsDone, session } = useRoute()
  const { mintid } = useSearch()
  const isSignedIn = useIsSignedIn()
  const isHydrated = useIsHydrated()
  if (!isHydrated || stepsDone === undefined || stepsDone < 2) return stepsDone
  if (!isSignedIn) return session === true ? 0 : undefined
  // The last page of a visit may be shown before its end.
  return session === true || !['open', 'nothing'].includes(reportedOutcome(mintid)) ? stepsDone : 2
}

/** The frame around every screen. */
export function Root({ children }: { children: Elements }) {
  const { location, canGoBack } = useShown()
  const { transaction, test } = useIntent(useSearch().mintid)
  const home = useLink('/')
  const account = useLink('/account')
  const isHydrated = useIsHydrated()
  const { back } = useRoute()
  const onBack = back === true && isHydrated && canGoBack ? goBack : undefined
  const reading = legalPageAt(location.pathname)
  const onLanguage = (language: Language) => {
    switchLanguage(language)
      .then(() => import('./save-language.ts'))
      .then(({ saveLanguage }) => saveLanguage(language))
      .catch(notifyLoadFailure)
    if (reading !== undefined) openLegalPage(legalPageAddress(reading.name, language))
  }
  const { maintenance, broadcast } = useSwitches()
  const banners = {
    maintenance: maintenance === '1',
    appLimited: broadcast === '1' && 'payment' in location.query,
    test,
  }
  const shared = {
    banners,
    home,
    onBack,
    stepsDone: useStepsDone(),
    onLogOut: useLogOut(),
    account,
    onLanguage,
    transaction,
    ...useConsentParts(),
  }
  return (
    <Layout language={useLanguage()} onRead={reading === undefined ? undefined : openLegalPage} {...shared}>
      {children}
    </Layout>
  )
}

/** Logs out. The session is over in this browser even if the call to the server fails. */
function leaveSession(): void {
  // The button disappears with the session, and the focus with it.
  document.querySelector('main')?.focus()
  const ending = import('#api/api.ts').then(({ logOut }) => logOut())
  void ending.catch((error: unknown) => report('log-out failed', error))
}

/** Undefined without a session. */
export const useLogOut = (): (() => void) | undefined => (useIsSignedIn() ? leaveSession : undefined)
