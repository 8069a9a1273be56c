import { SCREENS, SCREENS_BELOW, type Screen } from '@avouch/contract'

/** Stands for every address that is none of our screens. */
const ELSEWHERE = '/404'

/**
 * The screen that an address shows. Only names of our own are sent: no codes, and nothing else that an address may
 * contain.
 */
export function cleanPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  const screen = SCREENS.find((known) => known === path)
  const below = SCREENS_BELOW.find((known) => path.startsWith(known))
  return screen ?? below?.slice(0, -1) ?? ELSEWHERE
}

export const isScreen = (path: string): path is Screen => SCREENS.some((known) => known === path)
