import { type Language, legalPageAddress, legalPageAt } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Layout } from './layout.tsx'
import { useIsHydrated } from '#router/hydrated.ts'
import { useIntent } from '#visit/intent.ts'
import { useLanguage } from '#i18n/language.ts'
import { useLogOut } from '#api/log-out.ts'
import { openLegalPage } from '#screens/legal-pages/open-legal-page.ts'
import { goBack, useRoute, useSearch, useShown } from '#router/navigation.ts'
import { changeLanguage } from './save-language.ts'
import { useSwitches } from '#visit/switches.ts'
import { useLink } from '#router/link.tsx'
import { useConsentParts } from '#screens/consent/consent.route.tsx'

/** What is around every screen. */
export function Root({ children }: { children: ReactNode }) {
  const { location, canGoBack } = useShown()
  const { transaction } = useIntent(useSearch().mintid)
  const home = useLink('/')
  const isHydrated = useIsHydrated()
  const { back, stepsDone } = useRoute()
  const onBack = back === true && isHydrated && canGoBack ? goBack : undefined
  // A reload would forget what was typed to sign in, which is kept in memory alone.
  const isSignIn = location.pathname.startsWith('/auth/')
  const reading = legalPageAt(location.pathname)
  const onLanguage = (language: Language) => {
    changeLanguage(language, { reload: !isSignIn && reading === undefined })
    if (reading !== undefined) openLegalPage(legalPageAddress(reading.name, language))
  }
  const { maintenance, broadcast } = useSwitches()
  const banners = { maintenance: maintenance === '1', appLimited: broadcast === '1' && 'payment' in location.query }
  const shared = {
    banners,
    home,
    onBack,
    stepsDone,
    onLogOut: useLogOut(),
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
