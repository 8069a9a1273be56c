import { useSyncExternalStore } from 'react'

/** No element or text was added to what the server rendered: by an extension, or by a translation. */
export const isAsSent = (place: HTMLElement): boolean =>
  place.dataset['size'] === `${place.getElementsByTagName('*').length} ${place.textContent.length}`

const never = () => () => undefined

/** False while the page is rendered by the server and while the browser takes it over: what only the browser knows comes after. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
