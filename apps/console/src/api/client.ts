import { createApiClient, NO_TOKENS } from '@avouch/api-client'

const TIMEOUT_MS = 20_000

/** The session is a cookie that no script reads: the client sends and refreshes no token. */
export const { call } = createApiClient({
  fetch: (...request) => fetch(...request),
  tokens: NO_TOKENS,
  timeout: TIMEOUT_MS,
})
