import { type Language, LANGUAGES, MINIMUM_AGE, PROOF_AGE_MAX_DAYS } from '@avouch/contract'

/** How the visitor proved the age, as clients read it. */
export const ACCOUNT_ACR = 'urn:avouch:acr:account'
export const ACR_VALUES = [ACCOUNT_ACR] as const
/** Of an account: the PIN, and a code by SMS. */
export const ACCOUNT_AMR = ['pin', 'sms'] as const

/** The ages that can be asked for. An account proves 18, and with it every age before. */
export const AGES = [12, 13, 14, 15, 16, 17, MINIMUM_AGE] as const
export type Age = (typeof AGES)[number]

const scopeOf = (age: Age) => `age_over:${age}`
export const claimOf = (age: Age) => `age_over_${age}`

/** The claims of each scope. What is not here does not exist. */
export const CLAIMS: Readonly<Record<string, string[]>> = {
  openid: ['sub', 'acr', 'amr', 'auth_time', 'live'],
  age: [claimOf(MINIMUM_AGE), 'age_method', 'age_verified_on'],
  ...Object.fromEntries(AGES.map((age) => [scopeOf(age), [claimOf(age), 'age_method', 'age_verified_on']])),
}
export const SCOPES = Object.keys(CLAIMS)
const KNOWN_CLAIMS: ReadonlySet<string> = new Set(Object.values(CLAIMS).flat())

/** The parameters of an authorization request that are read here, as the library checked and kept them. */
export type Params = {
  scope?: unknown
  claims?: unknown
  acr_values?: unknown
  max_proof_age_days?: unknown
  ui_locales?: unknown
}
/** What a request wants to know, and in which language its visitor reads. */
export type Wish = {
  minimumAge: number
  maxProofAgeDays: number | null
  scopes: string[]
  claims: string[]
  language: Language | undefined
}
/** Why a request cannot be met: an error of OAuth or OpenID Connect, and its description. */
export type Refusal = { error: string; description: string }

type ClaimRequests = Record<string, unknown>

const words = (value: unknown): string[] => (typeof value === 'string' ? value.split(' ').filter(Boolean) : [])
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The claims that are named one by one, for the ID token or userinfo. The library has checked that it is JSON. */
function namedClaims(claims: unknown): ClaimRequests[] {
  const parsed: unknown = typeof claims === 'string' ? JSON.parse(claims) : {}
  return isObject(parsed) ? [parsed['id_token'], parsed['userinfo']].filter(isObject) : []
}

const isEssential = (wanted: unknown): wanted is Record<string, unknown> =>
  isObject(wanted) && wanted['essential'] === true

/** The values of an essential claim, of which one has to be met; none: any value is welcome. */
function wantedValues(wanted: Record<string, unknown>): unknown[] {
  return Array.isArray(wanted['values']) ? wanted['values'] : wanted['value'] === undefined ? [] : [wanted['value']]
}

/** An essential context, or a certain subject, that no visitor can give. */
function impossible(requests: readonly ClaimRequests[]): Refusal | undefined {
  for (const { acr, sub } of requests) {
    const values = isEssential(acr) ? wantedValues(acr) : []
    if (values.length > 0 && !values.some((value) => value === ACCOUNT_ACR))
      return { error: 'unmet_authentication_requirements', description: 'none of the requested acr values is possible' }
    if (isObject(sub) && wantedValues(sub).length > 0)
      return {
        error: 'login_required',
        description: 'no session is kept, so that a certain subject cannot be asked for',
      }
  }
  return undefined
}

function proofAge(text: unknown): number | null | undefined {
  if (text === undefined) return null
  const days = typeof text === 'string' && /^[0-9]{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= PROOF_AGE_MAX_DAYS ? days : undefined
}

/** Reads a request that the library has checked. */
export function readRequest(params: Params): Wish | { refused: Refusal } {
  const requests = namedClaims(params.claims)
  const refused = impossible(requests)
  if (refused !== undefined) return { refused }
  const maxProofAgeDays = proofAge(params.max_proof_age_days)
  if (maxProofAgeDays === undefined)
    return {
      refused: { error: 'invalid_request', description: `max_proof_age_days is from 1 to ${PROOF_AGE_MAX_DAYS}` },
    }
  const scopes = words(params.scope).filter((scope) => SCOPES.includes(scope))
  const claims = requests.flatMap((named) => Object.keys(named)).filter((claim) => KNOWN_CLAIMS.has(claim))
  const asked = AGES.filter((age) => scopes.includes(scopeOf(age)) || claims.includes(claimOf(age)))
  return {
    // Who is of the highest age is of every other.
    minimumAge: scopes.includes('age') || asked.length === 0 ? MINIMUM_AGE : Math.max(...asked),
    maxProofAgeDays,
    scopes: [...new Set(scopes)],
    claims: [...new Set(claims)],
    language: words(params.ui_locales)
      .map((locale) => LANGUAGES.find((language) => language === locale.split('-')[0]?.toLowerCase()))
      .find((language) => language !== undefined),
  }
}
