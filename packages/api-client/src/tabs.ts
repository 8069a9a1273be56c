import type { TokenAnswer } from '@avouch/contract'

export type TokenPair = Pick<TokenAnswer, 'access_token' | 'refresh_token' | 'user_id'>

/** One session has one family of refresh tokens, and every refresh begins a generation of it. */
export type Line = { family: string; generation: number }

/** The messages between the tabs of one browser. */
export type TabMessage =
  /** Asks for a later generation than this one. */
  | ({ type: 'ask' } & Line)
  /** The access token is empty while it is being renewed, and good until then as far as its tab knows. */
  | { type: 'pair'; pair: TokenPair; freshUntil: number }
  | { type: 'logout'; family: string }

/** The other tabs of this browser. */
export type Tabs = {
  /** Does the work while no other tab does. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  tell: (message: TabMessage) => void
  listen: (hear: (message: TabMessage) => void) => void
  wait: (milliseconds: number) => Promise<void>
}

/** The token names its session and the generation. The rest of it is for the server only. */
export function lineOf(refreshToken: string): Line {
  const [family = '', generation] = refreshToken.split('.')
  return { family, generation: Number(generation) }
}

export const isLater = (a: Line, b: Line): boolean => a.family === b.family && a.generation > b.generation
