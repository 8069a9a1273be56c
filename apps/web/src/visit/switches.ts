import type { SwitchValues } from '@avouch/contract'
import { createContext, useContext, useEffect, useState } from 'react'
import { isPageFresh } from '#api/answers.ts'
import { create } from 'zustand'
import { useLocation } from '#router/navigation.ts'
import { prefetch } from '#router/prefetch.ts'
import { settings } from '#settings/page-settings.ts'

const useLatest = create<SwitchValues>(() => settings.switches)
const ask = async () => useLatest.setState(await (await import('./ask-switches.ts')).askSwitches())

/** As they are for one page, where pages are rendered. */
export const SwitchesOfPage = createContext<SwitchValues | undefined>(undefined)

/**
 * Reads the operator's switches: as the page brought them, and asked for again by a tab that stays open and goes on. A change
 * comes with the next screen: a banner pushes the page down.
 */
export function useSwitches(): SwitchValues {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isPageFresh()) prefetch(ask)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every page that is gone to looks again
  }, [pathname])
  const asked = useLatest()
  const known = useContext(SwitchesOfPage) ?? asked
  const [shown, setShown] = useState({ pathname, values: known })
  if (shown.pathname === pathname) return shown.values
  setShown({ pathname, values: known })
  return known
}
