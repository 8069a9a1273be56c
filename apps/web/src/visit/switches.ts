import type { SwitchValues } from '@avouch/contract'
import { createContext, useContext, useEffect, useState } from 'react'
import { createCachedQuery } from '#api/cached-query.ts'
import { useLocation } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'

const NAME = 'switches'
const asked = createCachedQuery<SwitchValues>(async () => (await import('./ask-switches.ts')).askSwitches())
asked.keep(NAME, { data: settings.switches })

/** As they are for one page, where pages are rendered. */
export const SwitchesOfPage = createContext<SwitchValues | undefined>(undefined)

/**
 * What the operator has switched on: as the page brought it, and asked for again by a tab that stays open and goes on. What
 * changed comes with the next screen: a banner pushes the page down.
 */
export function useSwitches(): SwitchValues {
  const { pathname } = useLocation()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every page that is gone to looks again
  useEffect(() => asked.look(NAME), [pathname])
  const latest = asked.useAnswer(NAME)?.data ?? settings.switches
  const known = useContext(SwitchesOfPage) ?? latest
  const [shown, setShown] = useState({ pathname, values: known })
  if (shown.pathname === pathname) return shown.values
  setShown({ pathname, values: known })
  return known
}
