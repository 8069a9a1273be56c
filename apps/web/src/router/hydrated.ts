import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the page is rendered by the server and while the browser takes it over: what only the browser knows comes after. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
