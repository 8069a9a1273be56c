import { createApiClient } from '@avouch/api-client'

const TIMEOUT_MS = 20_000
const none = () => undefined

/** The session is a cookie that no script reads: there is no token to send or to refresh. */
export const { call } = createApiClient({
  fetch: (...request) => fetch(...request),
  tokens: {
    accessToken: none,
    refreshToken: none,
    userId: none,
    store: none,
    removeAccessToken: none,
    removeRefreshTokenAndUserId: none,
  },
  timeout: TIMEOUT_MS,
})
