import type { SwitchValues } from '@avouch/contract'
import { useEffect, useState } from 'react'
import { createCachedQuery } from '#api/cached-query.ts'
import { useLocation } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'

const NAME = 'switches'
const asked = createCachedQuery<SwitchValues>(async () => (await import('./ask-switches.ts')).askSwitches())
asked.keep(NAME, { data: settings.switches })

/**
 * What the operator has switched on: as the page brought it, and asked for again by a tab that stays open and goes on. What
 * changed comes with the next screen: a banner pushes the page down.
 */
export function useSwitches(): SwitchValues {
  const { pathname } = useLocation()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every page that is gone to looks again
  useEffect(() => asked.look(NAME), [pathname])
  const known = asked.useAnswer(NAME)?.data ?? settings.switches
  const [shown, setShown] = useState({ pathname, values: known })
  if (shown.pathname === pathname) return shown.values
  setShown({ pathname, values: known })
  return known
}
