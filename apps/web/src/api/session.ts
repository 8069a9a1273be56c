import type { TokenStorage } from '@avouch/api-client'
import { useSyncExternalStore } from 'react'
import { inBrowser, inTab, readItem, removeItem, writeItem } from './storage.ts'

/** Names that other code and tests select on. */
const ACCESS_TOKEN = 'access_token'
const REFRESH_TOKEN = 'refresh_access_token'
const USER_ID = 'userId'
const PROCESSING_INTENT = 'processing_intent'
/** In local storage, and no secret: a mark that this browser has had a session. */
const SIGNED_IN = 'react_app_token'

/** Matches what a header can carry: anything else was not written by this application. */
const CARRIED = /^[\x21-\x7e]+$/
const readOwn = (key: string): string | undefined => {
  const text = readItem(inTab, key)
  return text !== undefined && CARRIED.test(text) ? text : undefined
}

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

const removeAccessToken = () => {
  removeItem(inTab, ACCESS_TOKEN)
  changed()
}
const removeRefreshTokenAndUserId = () => {
  removeItem(inTab, REFRESH_TOKEN)
  removeItem(inTab, USER_ID)
  removeItem(inBrowser, SIGNED_IN)
  changed()
}

/** Stores the tokens of the signed-in visitor as long as the tab. */
export const session = {
  accessToken: () => readOwn(ACCESS_TOKEN),
  refreshToken: () => readOwn(REFRESH_TOKEN),
  userId: () => readOwn(USER_ID),
  wasSignedIn: () => readItem(inBrowser, SIGNED_IN) !== undefined,
  /** True also while the access token is renewed. */
  isOpen: () => session.accessToken() !== undefined || session.refreshToken() !== undefined,
  store({ access_token, refresh_token, user_id }: Parameters<TokenStorage['store']>[0]) {
    writeItem(inTab, ACCESS_TOKEN, access_token)
    writeItem(inTab, REFRESH_TOKEN, refresh_token)
    writeItem(inTab, USER_ID, user_id)
    writeItem(inBrowser, SIGNED_IN, 'yes')
    changed()
  },
  removeAccessToken,
  removeRefreshTokenAndUserId,
  clear() {
    removeAccessToken()
    removeRefreshTokenAndUserId()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while a token and its user are stored. */
export const useIsSignedIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => session.isOpen() && session.userId() !== undefined,
    () => false,
  )

/** Marks the intent of the identity check that was started in this tab, over the way to the service and back. */
export const processingIntent = {
  is: (mintid: string | undefined) => mintid !== undefined && readItem(inTab, PROCESSING_INTENT) === mintid,
  set: (mintid: string) => writeItem(inTab, PROCESSING_INTENT, mintid),
  clear: () => removeItem(inTab, PROCESSING_INTENT),
}
