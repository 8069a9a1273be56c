import { createApiClient } from '@avouch/api-client'
import type { AppSession } from './model.ts'

/** An SMS that is waited for may take its gateway a while. */
const TIMEOUT_MS = 30_000
const DEVICE = /^(?:__Host-)?did=[^;]+/

/** Calls of one phone: with its tokens, its cookie, and where it is when a proxy in front of us says so. */
export const createProduct = (apiUrl: string) => (phone: AppSession) =>
  createApiClient({
    baseUrlOf: () => apiUrl,
    timeout: TIMEOUT_MS,
    async fetch(url, init) {
      const headers = new Headers(init?.headers)
      if (phone.device !== undefined) headers.set('cookie', phone.device)
      if (phone.forwardedFor !== undefined) headers.set('x-forwarded-for', phone.forwardedFor)
      const answer = await fetch(url, { ...init, headers })
      const issued = answer.headers.getSetCookie().find((cookie) => DEVICE.test(cookie))
      if (issued !== undefined) phone.device = DEVICE.exec(issued)?.[0]
      return answer
    },
    tokens: {
      accessToken: () => phone.tokens?.access,
      refreshToken: () => phone.tokens?.refresh,
      userId: () => undefined,
      store: ({ access_token, refresh_token }) =>
        void (phone.tokens = { access: access_token, refresh: refresh_token }),
      removeAccessToken: () => void delete phone.tokens?.access,
      removeRefreshTokenAndUserId: () => void (phone.tokens = undefined),
    },
    onSessionEnded: () => void (phone.again = 'ended'),
  })
export type Product = ReturnType<typeof createProduct>
