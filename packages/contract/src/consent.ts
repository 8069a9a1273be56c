export const CONSENT_COOKIE = 'cc_cookie'
export const CONSENT_DAYS = 182
/** A choice of another revision does not count: the banner asks again. */
export const CONSENT_REVISION = 0

export const CONSENT_CATEGORIES = ['necessary', 'analytics', 'targeting'] as const
export type ConsentCategory = (typeof CONSENT_CATEGORIES)[number]

/** Services of each category, to which a visitor agrees with it. */
export const CONSENT_SERVICES: Readonly<Record<ConsentCategory, readonly string[]>> = {
  necessary: [],
  analytics: ['matomo'],
  targeting: [],
}

/** The visitor's consent, as stored in the cookie. */
export type Consent = {
  categories: readonly ConsentCategory[]
  services: Readonly<Record<ConsentCategory, readonly string[]>>
  revision: typeof CONSENT_REVISION
  consentId: string
  consentTimestamp: string
  lastConsentTimestamp: string
  /** Milliseconds, as browsers count them. */
  expirationTime: number
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isText = (value: unknown, shape: RegExp) => typeof value === 'string' && shape.test(value)
const isList = (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const areCategories = (value: unknown) =>
  Array.isArray(value) &&
  value.includes('necessary') &&
  value.every((entry, index) => CONSENT_CATEGORIES.some((known) => known === entry) && value.indexOf(entry) === index)

const areServices = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === CONSENT_CATEGORIES.length &&
  Object.entries(value).every(([name, list]) => CONSENT_CATEGORIES.some((known) => known === name) && isList(list))

const FIELDS: Record<keyof Consent, (value: unknown) => boolean> = {
  categories: areCategories,
  services: areServices,
  revision: (value) => value === CONSENT_REVISION,
  consentId: (value) => isText(value, ID),
  consentTimestamp: (value) => isText(value, TIME),
  lastConsentTimestamp: (value) => isText(value, TIME),
  expirationTime: Number.isSafeInteger,
}

/** Another website's banner, or another version, may write the same cookie, about services that are not ours. */
const isOurs = ({ categories, services }: Consent) =>
  CONSENT_CATEGORIES.every(
    (name) => services[name].join() === (categories.includes(name) ? CONSENT_SERVICES[name] : []).join(),
  )

/** Checks without a schema, because every page needs this before anything else is loaded. */
function isConsent(value: unknown): value is Consent {
  if (typeof value !== 'object' || value === null) return false
  const given = new Map<string, unknown>(Object.entries(value))
  return Object.entries(FIELDS).every(([name, isGood]) => isGood(given.get(name)))
}

const START = `${CONSENT_COOKIE}=`

function parse(pair: string): Consent | undefined {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(pair.slice(START.length)))
    return isConsent(value) && isOurs(value) ? value : undefined
  } catch {
    // Not written by us.
    return undefined
  }
}

/**
 * The newest choice in `document.cookie`: another path of this host, or a domain above it, may have a cookie of the same name.
 * Undefined without one, or when none is readable, ours and before its own date.
 */
export const readConsent = (cookies = '', now = new Date()): Consent | undefined =>
  cookies
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(START))
    .map(parse)
    .filter((consent) => consent !== undefined)
    .filter(({ expirationTime }) => expirationTime > now.getTime())
    .sort((a, b) => (a.lastConsentTimestamp < b.lastConsentTimestamp ? 1 : -1))[0]

export const agreesTo = (given: Consent | undefined, category: ConsentCategory): boolean =>
  category === 'necessary' || given?.categories.includes(category) === true
