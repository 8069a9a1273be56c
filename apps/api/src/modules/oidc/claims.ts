import {
  type Language,
  languageOf,
  MINIMUM_AGE,
  OLDEST_AGE,
  PROOF_AGE_MAX_DAYS,
  PROOF_METHODS,
  type ProofMethod,
  verdictClaims,
  YOUNGEST_AGE,
} from '@avouch/contract'
import { decodeJwt } from 'jose'
import type { Mac } from '../../platform/keyring.ts'
import type { SubjectKind } from './client-store.ts'
import type { RecordIntent } from './record-store.ts'

type Context = { acr: string; amr: readonly string[] }
/** Signed by a key in the visitor's app. */
const PRESENTED: Context = { acr: 'urn:avouch:acr:presented', amr: ['pop'] }
/** How the visitor proved the age, as clients read it. Of an account: the PIN, and a code by SMS. */
const CONTEXTS: Readonly<Record<ProofMethod, Context>> = {
  identity_check: { acr: 'urn:avouch:acr:account', amr: ['pin', 'sms'] },
  proof_of_age: PRESENTED,
  id_wallet: PRESENTED,
}
const methodsOf = (acr: unknown): ProofMethod[] => PROOF_METHODS.filter((method) => CONTEXTS[method].acr === acr)
/** The contexts of methods that clients can ask for. */
export const ACR_VALUES: readonly string[] = [CONTEXTS.identity_check.acr, CONTEXTS.proof_of_age.acr]

/** The ages that can be asked for. */
const AGES: readonly number[] = Array.from(
  { length: OLDEST_AGE - YOUNGEST_AGE + 1 },
  (_, years) => YOUNGEST_AGE + years,
)

const scopeOf = (age: number) => `age_over:${age}`
const claimOf = (age: number) => `age_over_${age}`

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
  response_mode?: unknown
}
/** The claims that a request asks for, and the language of its visitor. */
export type Wish = {
  minimumAge: number
  maxProofAgeDays: number | null
  /** How the age has to be proven; null: it does not matter. */
  required: ProofMethod[] | null
  /** How it would best be proven; null: it does not matter. */
  preferred: ProofMethod[] | null
  scopes: string[]
  claims: string[]
  language: Language | undefined
}
/** Why a request cannot be met: an error of OAuth or OpenID Connect, and its description. */
export type Refusal = { error: string; description: string }

/** The only mode that needs no page with a script of the library's. */
export const RESPONSE_MODE = 'query'

type ClaimRequests = Record<string, unknown>

const words = (value: unknown): string[] => (typeof value === 'string' ? value.split(' ').filter(Boolean) : [])
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the claims that are named one by one, for the ID token or userinfo. The library has checked that it is JSON. */
function namedClaims(claims: unknown): ClaimRequests[] {
  const parsed: unknown = typeof claims === 'string' ? JSON.parse(claims) : {}
  return isObject(parsed) ? [parsed['id_token'], parsed['userinfo']].filter(isObject) : []
}

const isEssential = (wanted: unknown): wanted is Record<string, unknown> =>
  isObject(wanted) && wanted['essential'] === true

/** Reads the values of an essential claim, of which one has to be met; none: any value is welcome. */
function wantedValues(wanted: Record<string, unknown>): unknown[] {
  return Array.isArray(wanted['values']) ? wanted['values'] : wanted['value'] === undefined ? [] : [wanted['value']]
}

const orNull = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list)

/** Finds the methods that an essential context allows, in every place where one is asked for; null: any. */
function requiredMethods(requests: readonly ClaimRequests[]): ProofMethod[] | null {
  const asked = requests
    .map(({ acr }) => (isEssential(acr) ? wantedValues(acr) : []))
    .filter(({ length }) => length > 0)
  if (asked.length === 0) return null
  return PROOF_METHODS.filter((method) => asked.every((values) => values.includes(CONTEXTS[method].acr)))
}

/** Refuses an essential context, or a certain subject, that no visitor can give. */
function impossible(requests: readonly ClaimRequests[]): Refusal | undefined {
  if (requiredMethods(requests)?.length === 0)
    return { error: 'unmet_authentication_requirements', description: 'none of the requested acr values is possible' }
  for (const { sub } of requests) {
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

const malformed = (description: string): Refusal => ({ error: 'invalid_request', description })

/** Checks what the library does not. @returns undefined for a request that can be read */
export function refusalOf(params: Params): Refusal | undefined {
  if (params.response_mode !== undefined && params.response_mode !== RESPONSE_MODE)
    return malformed(`response_mode is ${RESPONSE_MODE}`)
  if (proofAge(params.max_proof_age_days) === undefined)
    return malformed(`max_proof_age_days is from 1 to ${PROOF_AGE_MAX_DAYS}`)
  return impossible(namedClaims(params.claims))
}

/** Reads a request that was not refused. */
export function readRequest(params: Params): Wish {
  const requests = namedClaims(params.claims)
  const scopes = words(params.scope).filter((scope) => SCOPES.includes(scope))
  const claims = requests.flatMap((named) => Object.keys(named)).filter((claim) => KNOWN_CLAIMS.has(claim))
  const asked = new Set([...scopes.flatMap((scope) => CLAIMS[scope] ?? []), ...claims])
  return {
    // The highest age includes every lower one.
    minimumAge: AGES.findLast((age) => asked.has(claimOf(age))) ?? MINIMUM_AGE,
    maxProofAgeDays: proofAge(params.max_proof_age_days) ?? null,
    required: requiredMethods(requests),
    preferred: orNull(words(params.acr_values).flatMap(methodsOf)),
    scopes: [...new Set(scopes)],
    claims: [...new Set(claims)],
    language: words(params.ui_locales)
      .map(languageOf)
      .find((language) => language !== undefined),
  }
}

/** The claims that a website gets from an intent that was answered yes. */
export type AnswerClaims = {
  sub: string
  acr: string
  amr: readonly string[]
  /** When the answer was given, in seconds. */
  auth_time: number
  live: boolean
  age_method: string
  age_verified_on?: string
} & Record<string, unknown>

export const isYes = ({ state, result }: { state: string; result: string | null }) =>
  state === 'confirmed' && result === 'yes'

const verdictOf = (intent: RecordIntent) => verdictClaims.parse(decodeJwt(intent.verdict ?? ''))

/** Tells how and when the visitor answered. */
export const authenticationOf = (intent: RecordIntent) => ({
  ...CONTEXTS[verdictOf(intent).method],
  auth_time: Math.floor((intent.answeredAt?.getTime() ?? 0) / 1_000),
})

/** Reads the claims from the verdict. An ephemeral subject is the same in every token of one answer, and in no other. */
export function answerOf(intent: RecordIntent, subject: SubjectKind, mac: Mac): AnswerClaims {
  const verdict = verdictOf(intent)
  if (verdict.result !== 'yes') throw new Error('only a yes is reported to a client')
  const proven = AGES.filter((age) => age <= verdict.minimum_age)
  return {
    sub: subject === 'pairwise' ? verdict.sub : mac('ephemeral', intent.id).toString('base64url'),
    ...authenticationOf(intent),
    live: verdict.live,
    ...Object.fromEntries(proven.map((age) => [claimOf(age), true])),
    age_method: verdict.method,
    ...(verdict.verified_on !== null && { age_verified_on: verdict.verified_on }),
  }
}
