import type { SwitchValues } from '@avouch/contract'
import { createContext, useContext, useEffect, useState } from 'react'
import { isPageFresh } from '#api/caches.ts'
import { create } from 'zustand'
import { useLocation } from '#router/navigation.ts'
import { prefetch } from '#router/prefetch.ts'
import { settings } from '#settings/page-settings.ts'

const useLatest = create<SwitchValues>(() => settings.switches)
const fetchLatest = async () => useLatest.setState(await (await import('./public-queries.ts')).fetchSwitches())

/** Has the switches of the page that the server renders. */
export const SwitchesOfPage = createContext<SwitchValues | undefined>(undefined)

/**
 * Reads the operator's switches: those of the page, fetched again when a tab that stays open navigates. A change is shown with the
 * next screen, because a banner pushes the page down.
 */
export function useSwitches(): SwitchValues {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isPageFresh()) prefetch(fetchLatest)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each navigation fetches again
  }, [pathname])
  const asked = useLatest()
  const known = useContext(SwitchesOfPage) ?? asked
  const [shown, setShown] = useState({ pathname, values: known })
  if (shown.pathname === pathname) return shown.values
  setShown({ pathname, values: known })
  return known
}
