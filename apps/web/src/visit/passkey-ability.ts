import { useIsHydrated } from '#router/hydrated.ts'
import { settings } from '#settings/page-settings.ts'

/** Current browsers read options as JSON themselves; older ones than 2025 show nothing, which spares every page a fallback. */
const isAble = (): boolean => 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** True where passkeys are offered at this address, and this browser can use them. */
export const canUsePasskeys = (): boolean => settings.passkeys && isAble()

/** The server renders for a browser that can: nearly every one does, and what appears later would move the page. */
export const useCanUsePasskeys = (): boolean => {
  const isHydrated = useIsHydrated()
  return settings.passkeys && (!isHydrated || isAble())
}
