import {
  AppError,
  PRESENTATION_LIFE_MS,
  PRESENTATION_LINK_PATH,
  type PresentationKind,
  type PresentationWay,
} from '@avouch/contract'
import { later, secondsUntil } from '../../platform/clock.ts'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import { browserRequest } from './annex-c.ts'
import {
  addressIn,
  browserSecretsOf,
  type Deps,
  METHODS,
  requestUriOf,
  responseUriOf,
  walletRequestOf,
} from './deps.ts'
import { requestObject, walletUrl } from './id-wallet.ts'
import * as store from './presentation-store.ts'
import { requestUrl } from './queries.ts'

export type Beginning = { mintid: string; way: PresentationWay; kind: PresentationKind; accountId: string | null }

function isPossible({ byQrCode, idWallet }: Deps, { kind, way }: Beginning): boolean {
  if (way === 'qr' && !byQrCode) return false
  return kind === 'age_app' || (idWallet !== undefined && way !== 'dc_api')
}

/** The address that opens the app with the request, or with where it is. */
function linkOf(deps: Deps, kind: PresentationKind, route: string, minimumAge: number): string {
  const { idWallet } = deps
  if (kind === 'id_wallet' && idWallet !== undefined) return walletUrl(idWallet, requestUriOf(deps, route))
  return requestUrl(deps.appOpenUrl, {
    minimumAge,
    nonce: deps.keys.nonceOf(route),
    responseUri: responseUriOf(deps, route),
  })
}

/** @throws AppError mintid_not_exist, mintid_used, method_not_possible */
export async function begin(deps: Deps, beginning: Beginning) {
  if (!isPossible(deps, beginning)) throw new AppError('method_not_possible')
  const { mintid, way, kind, accountId } = beginning
  const { intentId, isBound, minimumAge } = await deps.intents.find(mintid, METHODS[kind], accountId)
  const createdAt = deps.clock()
  const expiresAt = later(createdAt, PRESENTATION_LIFE_MS)
  const id = newToken('avpn')
  const code = deps.keys.codeOf(id)
  const route = deps.keys.routeOf(code)
  const hashes = { idHash: tokenHash(id), routeHash: tokenHash(route) }
  await store.addPresentation(deps.db, { ...hashes, intentId, isBound, kind, way, createdAt, expiresAt })
  return {
    id,
    expires_in: secondsUntil(expiresAt, createdAt),
    request: way === 'dc_api' ? await browserRequest(minimumAge, browserSecretsOf(deps, route)) : null,
    url: way === 'dc_api' ? null : linkOf(deps, kind, route, minimumAge),
    qr_url: way === 'qr' ? addressIn(deps.publicUrl, PRESENTATION_LINK_PATH, code) : null,
  }
}

/** The request behind a QR code, for the phone that scanned it. @returns undefined when it is over */
export async function open(deps: Deps, code: string): Promise<string | undefined> {
  const route = deps.keys.routeOf(code)
  const opened = await store.openPresentation(deps.db, tokenHash(route), deps.clock())
  return opened && linkOf(deps, opened.kind, route, opened.minimumAge)
}

/** The signed request that a wallet fetches, once. @throws AppError not_found */
export async function fetchRequest(deps: Deps, route: string, walletNonce: string | undefined): Promise<string> {
  const now = deps.clock()
  const { idWallet } = deps
  if (idWallet === undefined) throw new AppError('not_found')
  const fetched = await store.fetchPresentation(deps.db, tokenHash(route), now)
  if (fetched === undefined) throw new AppError('not_found')
  const { minimumAge, expiresAt } = fetched
  return requestObject(idWallet, walletRequestOf(deps, route, minimumAge), { now, expiresAt, walletNonce })
}
