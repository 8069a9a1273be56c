/** Constants that several sides read, and times of the front end. Lifetimes are in the modules of the server. */

/**
 * The version of this contract and of what is stored by it. Raised by a change that the version before can't run with: its
 * processes then have to be stopped first, and don't start again.
 */
export const CONTRACT_VERSION = 1

export const PIN_LENGTH = 4
export const SMS_CODE_LENGTH = 6
/** The length of the code that is sent where the guesses at digits are used up: 60 bits. */
export const LONG_CODE_LENGTH = 12
export const MINIMUM_AGE = 18
/** Digits a visitor may type after the dial code. */
export const PHONE_NUMBER_MAX_LENGTH = 12

/** Actions with a captcha. An answer is valid for one of them, once. */
export const CAPTCHA_ACTIONS = ['signup', 'prelogin', 'recover', 'prechange', 'validate'] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]

/** Scopes of a provider's API key. */
export const SCOPES = ['intents:read', 'intents:write', 'payments:read', 'payments:write'] as const
/** Default scopes of a key: payments have to be named. */
export const USUAL_SCOPES = ['intents:read', 'intents:write'] as const satisfies readonly (typeof SCOPES)[number][]
export type Scope = (typeof SCOPES)[number]

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS

/** How long after a sign-in the list of websites, the export and the end of other sessions need no other one. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

export const COUNTRY_SEARCH_DEBOUNCE_MS = 300
export const KYC_STATUS_POLL_MS = 10 * SECOND_MS
export const KYC_PROCESS_POLL_MS = 3 * SECOND_MS
export const ERROR_REDIRECT_DELAY_MS = 5 * SECOND_MS
export const COUNTDOWN_TICK_MS = SECOND_MS
export const NOTIFICATION_ID_LENGTH = 21

/**
 * The browser's own OAuth client. It is a public client (RFC 6749, 2.1): the pair names it and proves nothing,
 * because every visitor can read it.
 */
export const PUBLIC_CLIENT = { id: 'avouch-web', secret: 'public-client' } as const
