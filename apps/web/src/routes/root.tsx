import { type Language, PAPERS, paperAt } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Layout } from '#features/layout/layout.tsx'
import { useIsHydrated } from '#lib/hydrated.ts'
import { useIntent } from '#lib/intent.ts'
import { useLanguage } from '#lib/language.ts'
import { useLogOut } from '#lib/log-out.ts'
import { readPaper } from '#lib/read-paper.ts'
import { goBack, useRoute, useSearch, useShown } from '#lib/navigation.ts'
import { changeLanguage } from '#lib/save-language.ts'
import { useSwitches } from '#lib/switches.ts'
import { useWay } from '#lib/way.ts'
import { useConsentParts } from './consent.tsx'

/** What is around every screen. */
export function Root({ children }: { children: ReactNode }) {
  const { place, canGoBack } = useShown()
  const { transaction } = useIntent(useSearch().mintid)
  const home = useWay('/')
  const isHydrated = useIsHydrated()
  const onBack = useRoute().back === true && isHydrated && canGoBack ? goBack : undefined
  // A reload would forget what was typed to sign in, which is kept in memory alone.
  const isSignIn = place.pathname.startsWith('/auth/')
  const reading = paperAt(place.pathname)
  const onLanguage = (language: Language) => {
    changeLanguage(language, { reload: !isSignIn && reading === undefined })
    if (reading !== undefined) readPaper(PAPERS[reading.name][language])
  }
  const { maintenance, broadcast } = useSwitches()
  const banners = { maintenance: maintenance === '1', appLimited: broadcast === '1' && 'payment' in place.query }
  const shared = { banners, home, onBack, onLogOut: useLogOut(), onLanguage, transaction, ...useConsentParts() }
  return (
    <Layout language={useLanguage()} onRead={reading === undefined ? undefined : readPaper} {...shared}>
      {children}
    </Layout>
  )
}
