import type { AppLinkNetwork } from '@avouch/contract'
import { type Address, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { type Keys, sameBytes } from '../../platform/keyring.ts'
import type { LinkNetwork } from './app-link-store.ts'

/** A caller's network, hashed for one link; null when it is not known. */
export const networkOf = (keys: Pick<Keys, 'mac'>, code: string, { network }: Address): LinkNetwork | null =>
  network === UNKNOWN_ADDRESS.network
    ? null
    : { hash: keys.mac('network', code, network), isIpv6: network.includes(':') }

/** The networks of browser and app. A home has one of each IP version, so different versions tell nothing. */
export function compareNetworks(browser: LinkNetwork | null, app: LinkNetwork | null): AppLinkNetwork {
  if (browser === null || app === null || browser.isIpv6 !== app.isIpv6) return 'unknown'
  return sameBytes(browser.hash, app.hash) ? 'same' : 'other'
}
