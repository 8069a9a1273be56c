import { LEGAL_PAGE_ADDRESSES } from './legal-pages.ts'
import { plainPath } from './plain-path.ts'

/** Addresses of the front end's screens. The server answers them with the page; any other address is not found. */
export const SCREENS = [
  '/',
  '/auth',
  '/auth/prompt',
  '/auth/register',
  '/auth/login',
  '/auth/forgot-pin',
  '/auth/reset-pin',
  '/auth/confirm-code',
  '/check',
  '/check-phone',
  '/kyc',
  '/kyc-resolve',
  '/kyc-check-result',
  '/kyc-process',
  '/complete-process',
  '/kyc-result/approved',
  '/kyc-result/reviewing',
  '/kyc-result/in-progress',
  '/kyc-result/denied',
  '/verify-age/app',
  '/verify-age/age-app',
  '/verify-age/denied',
  '/request-problem',
  '/account',
  '/account/data',
  '/account/security',
  '/goodbye',
  ...LEGAL_PAGE_ADDRESSES,
] as const
/** Everything below these is a screen too. */
export const SCREENS_BELOW = ['/verify-age/denied/', '/verify-age/app/', '/a/'] as const
export type Screen = (typeof SCREENS)[number]
/** A screen's address, or what everything below it begins with. */
export type ScreenName = Screen | '/a/'

const BELOW = {
  '/verify-age/denied/': '/verify-age/denied',
  '/verify-age/app/': '/verify-age/app',
  '/a/': '/a/',
} as const satisfies Record<(typeof SCREENS_BELOW)[number], ScreenName>

/** The screen at an address, and the rest of the path below the screen's; undefined for an unknown address. */
export function screenAt(pathname: string): { name: ScreenName | undefined; rest: string } {
  const path = plainPath(pathname)
  const exact = SCREENS.find((screen) => screen === path)
  if (exact !== undefined) return { name: exact, rest: '' }
  const below = SCREENS_BELOW.find((start) => path.startsWith(start))
  if (below === undefined) return { name: undefined, rest: '' }
  return { name: BELOW[below], rest: path.slice(below.length) }
}

/** Reads a flag of a screen's address, in the words of any program. */
export const isOn = (text: string | undefined): boolean => /^(?:true|t|1|yes|y|on)$/i.test(text ?? '')

/** The frame that the tracker runs in; it is no screen. */
export const ANALYTICS_FRAME = '/analytics-frame'
/** The frame's message once the tracker's script has loaded, or failed to. */
export const ANALYTICS_READY = 'ready'
/** The frame's message for each command that it passed on. */
export const ANALYTICS_HEARD = 'heard'
