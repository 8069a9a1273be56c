import { useSyncExternalStore } from 'react'

/** True unless an extension or a translation has changed what the server rendered. */
export const isUnmodified = (place: HTMLElement): boolean =>
  place.dataset['size'] === `${place.getElementsByTagName('*').length} ${place.textContent.length}`

const never = () => () => undefined

/** False on the server and during hydration: what only the browser knows is rendered after that. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
