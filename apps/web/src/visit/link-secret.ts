import { isLinkSecret, linkSecretIn, screenAt } from '@avouch/contract'
import { authState } from './auth-state.ts'

/**
 * The secret of a one-time link goes from the address bar and the tab's history into memory. The fragment may also be a
 * place within the page, which stays.
 */
export function takeLinkSecret(): void {
  const { pathname, search, hash } = window.location
  if (screenAt(pathname).name !== '/w' || !isLinkSecret(hash)) return
  authState.set({ linkSecret: linkSecretIn(hash) })
  window.history.replaceState(window.history.state, '', pathname + search)
}
