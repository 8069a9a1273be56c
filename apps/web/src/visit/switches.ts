import type { SwitchValues } from '@avouch/contract'
import { useEffect, useState } from 'react'
import { isPageFresh } from '#api/caches.ts'
import { useNow } from '#api/store.ts'
import { createStore } from 'zustand'
import { useLocation } from '#router/navigation.ts'
import { prefetch } from '#router/prefetch.ts'
import { settings } from '#settings/page-settings.ts'

const latest = createStore<SwitchValues>(() => settings.switches)
export const setSwitches = (values: SwitchValues): void => latest.setState(values)
const fetchLatest = async () => setSwitches(await (await import('./public-queries.ts')).fetchSwitches())

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
  const known = useNow(latest)
  const [shown, setShown] = useState({ pathname, values: known })
  if (shown.pathname === pathname) return shown.values
  setShown({ pathname, values: known })
  return known
}
