import { AppError, SECOND_MS, type TokenAnswer } from '@avouch/contract'
import { isLater, lineOf, type TabMessage, type TokenPair, type Tabs } from './tabs.ts'

/** The storage of the session's tokens. */
export type TokenStorage = {
  accessToken: () => string | undefined
  refreshToken: () => string | undefined
  userId: () => string | undefined
  store: (tokens: TokenPair) => void
  removeAccessToken: () => void
  removeRefreshTokenAndUserId: () => void
}

const none = () => undefined

/** For sessions that are a cookie, as the consoles': nothing is stored, sent or refreshed. */
export const NO_TOKENS: TokenStorage = {
  accessToken: none,
  refreshToken: none,
  userId: none,
  store: none,
  removeAccessToken: none,
  removeRefreshTokenAndUserId: none,
}

type Deps = {
  tokens: TokenStorage
  /** Absent where the platform has no way to talk between tabs: each tab is alone then. */
  tabs: Tabs | undefined
  now: () => number
  /** Sends the refresh token. @throws AppError when the server refuses it, CallFailure when it can not be asked */
  exchange: (refreshToken: string) => Promise<TokenAnswer>
  onSessionEnded: () => void
  onLoggedOut: () => void
}

/** Waits this long for an answer of another tab. */
const ANSWER_MS = 200

/** The server's refusal ends the session; an outage or a rate limit does not. */
const isRefused = (error: unknown): boolean =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.status !== 429

/** Keeps the pair of tokens new: one refresh at a time in all tabs of the browser. */
export function createRenewal({ tokens, tabs, now, exchange, onSessionEnded, onLoggedOut }: Deps) {
  let renewing: Promise<boolean> | undefined
  /** The expiry of the stored access token, if this tab knows it. */
  let freshUntil = 0
  let onAnswer = () => {}

  function clear(): void {
    freshUntil = 0
    tokens.removeAccessToken()
    tokens.removeRefreshTokenAndUserId()
  }

  function keep(pair: TokenPair, until: number): void {
    tokens.store(pair)
    if (pair.access_token === '') tokens.removeAccessToken()
    freshUntil = until
  }

  function hear(message: TabMessage): void {
    const refresh_token = tokens.refreshToken()
    if (refresh_token === undefined) return
    const own = lineOf(refresh_token)
    if (message.type === 'pair' && isLater(lineOf(message.pair.refresh_token), own)) {
      keep(message.pair, message.freshUntil)
      if (freshUntil > now()) onAnswer()
    }
    const user_id = tokens.userId()
    if (message.type === 'ask' && isLater(own, message) && user_id !== undefined)
      tabs?.tell({
        type: 'pair',
        pair: { access_token: tokens.accessToken() ?? '', refresh_token, user_id },
        freshUntil,
      })
    if (message.type === 'logout' && message.family === own.family) {
      clear()
      onLoggedOut()
    }
  }
  tabs?.listen(hear)

  /** Takes over a later token pair that another tab announces. */
  async function askPeers(): Promise<void> {
    const own = tokens.refreshToken()
    if (tabs === undefined || own === undefined) return
    const answered = new Promise<void>((resolve) => {
      onAnswer = resolve
    })
    tabs.tell({ type: 'ask', ...lineOf(own) })
    await Promise.race([answered, tabs.wait(ANSWER_MS)])
  }

  const isRenewed = (used: string | undefined): boolean => {
    const current = tokens.accessToken()
    return current !== undefined && current !== used && freshUntil > now()
  }

  /** One attempt; false when the server refused the token. */
  async function refresh(refreshToken: string): Promise<boolean> {
    try {
      const answer = await exchange(refreshToken)
      // A log-out during the refresh stays in effect.
      if (tokens.refreshToken() !== refreshToken) return false
      keep(answer, now() + answer.expires_in * SECOND_MS)
      tabs?.tell({ type: 'pair', pair: pairOf(answer), freshUntil })
      return true
    } catch (error) {
      if (isRefused(error)) return false
      throw error
    }
  }

  function end(): void {
    clear()
    onSessionEnded()
  }

  /** Asks the other tabs before the server, and again before a refusal ends the session. */
  async function renewOnce(used: string | undefined): Promise<boolean> {
    let refused: string | undefined
    for (;;) {
      await askPeers()
      if (isRenewed(used)) return true
      const refreshToken = tokens.refreshToken()
      if (refreshToken === undefined) return false
      if (refreshToken === refused) break
      if (await refresh(refreshToken)) return true
      refused = refreshToken
    }
    end()
    return false
  }

  /** Concurrent calls that need a new pair share one attempt. */
  function renew(used: string | undefined): Promise<boolean> {
    tokens.removeAccessToken()
    const work = () => renewOnce(used)
    renewing ??= (tabs === undefined ? work() : tabs.inTurn(work)).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    clear,

    /** Prepares a call: waits for a renewal under way, and makes one when only the refresh token is left. */
    async ready(): Promise<void> {
      // The caller hears of the failure.
      await renewing?.catch(() => undefined)
      if (tokens.accessToken() === undefined && tokens.refreshToken() !== undefined) await renew(undefined)
    },

    /**
     * Gets a new access token after a 401. @returns false for a session that is over
     * @throws CallFailure while the server can not be asked; the session is kept then
     */
    async afterRefusalOf(used: string): Promise<boolean> {
      const current = tokens.accessToken()
      if (renewing === undefined && current !== undefined && current !== used) return true
      if (tokens.refreshToken() !== undefined) return await (renewing ?? renew(used))
      if (current !== undefined) end()
      return false
    },
  }
}

const pairOf = ({ access_token, refresh_token, user_id }: TokenAnswer): TokenPair => ({
  access_token,
  refresh_token,
  user_id,
})
