import type * as z from 'zod/mini'
import type { AdminRole } from './admin/roles.ts'
import type { ErrorCode } from './errors.ts'
import type { CaptchaAction, Scope } from './constants.ts'

export type Schema<Out = unknown, In = unknown> = z.ZodMiniType<Out, In>

/**
 * The authentication of a call:
 * none - any caller; optional_bearer - any caller, who may have a session; bearer - a visitor with a confirmed session;
 * recent_bearer - the same, at most ten minutes after the sign-in; bearer_or_tombstone - bearer, and for a while the token of a session
 * that ended under age; bearer_or_deletion - bearer, and for a minute the token that deleted its account; pre_confirmation - a visitor
 * who has to confirm the SMS code;
 * client - the OAuth client by Basic; provider - a website by API key; signature - a partner by a signed message;
 * staff - a person who signed in at a console, by cookie.
 */
export type Auth =
  | 'none'
  | 'optional_bearer'
  | 'bearer'
  | 'recent_bearer'
  | 'bearer_or_tombstone'
  | 'bearer_or_deletion'
  | 'pre_confirmation'
  | 'client'
  | 'provider'
  | 'signature'
  | 'staff'

/** Partners that send us signed messages. */
export type Partner = 'identity_check' | 'bank'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The action that a call counts as. Every rate limit of the action is checked before the body is read; endpoints that name the same
 * action share its limits. none - not counted: partners' signed messages, public keys, and the end
 * of a session.
 */
export type EndpointLimit =
  | 'captcha'
  | 'signup'
  | 'login'
  | 'passkey'
  | 'token'
  | 'verify'
  | 'resend'
  | 'recovery'
  | 'change-pin'
  | 'validate'
  | 'account'
  | 'intent'
  | 'payment'
  | 'switches'
  | 'app-link'
  | 'presentation'
  | 'provider'
  | 'staff'
  | 'staff-sign-in'
  | 'staff-sign-up'

export type Endpoint = {
  readonly method: Method
  /** Absolute path; parameters as ":name". */
  readonly path: `/${string}`
  readonly summary: string
  readonly auth: Auth
  /** The partner that signs it. */
  readonly signedBy?: Partner
  /** The scope that a provider's API key needs. */
  readonly scope?: Scope
  /** The roles that may call, of the project in the path or of the installation; without them every person who signed in. */
  readonly roles?: readonly AdminRole[]
  /** The action for which the body's recaptchaResponse must solve a captcha. */
  readonly captcha?: CaptchaAction
  readonly limit: EndpointLimit | 'none'
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  readonly body?: Schema
  /** Form bodies are application/x-www-form-urlencoded; raw ones are verified by signature before they are read, and never refused for their form. */
  readonly bodyType?: 'json' | 'form' | 'raw'
  /** Every success by status; null is an answer without a body. An undeclared one is a 500. */
  readonly answers: { readonly [status: number]: Schema | null }
  /** Its own refusals; those of its `auth` and of any endpoint (http/problem-answer.ts) are added. An undeclared one is a 500. */
  readonly errors: readonly ErrorCode[]
  /** problem - application/problem+json (RFC 9457); oauth - RFC 6749, 5.2. */
  readonly errorFormat?: 'problem' | 'oauth'
  /** Empty answers carry no body that a cache could keep; others are never stored either. Conditional ones carry an ETag. */
  readonly conditional?: boolean
  /** Cache lifetime of a public answer, which is the same for every caller. */
  readonly cacheSeconds?: number
  /** Scripts of every website may read the answer. */
  readonly isOpenToScripts?: true
}

/** An endpoint of this method and path: what the table of all endpoints says of each, and the compiler compares. */
export type At<Route extends `${Method} /${string}`> = Route extends `${infer M} ${infer Path}`
  ? Endpoint & { readonly method: M; readonly path: Path }
  : never

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E extends Endpoint, K extends 'params' | 'query' | 'headers' | 'body', Direction extends 'in' | 'out'> =
  E[K] extends Schema<infer Out, infer In>
    ? Direction extends 'out'
      ? { [Name in K]: Out }
      : {} extends In
        ? { [Name in K]?: In | undefined }
        : { [Name in K]: In }
    : unknown

/** The parts that a caller sends. */
export type Sent<E extends Endpoint> = Part<E, 'params', 'in'> &
  Part<E, 'query', 'in'> &
  Part<E, 'headers', 'in'> &
  Part<E, 'body', 'in'>

/** The input of a handler, parsed; a raw body is read by its module, which knows what may be missing in it. */
export type Received<E extends Endpoint> = Part<E, 'params', 'out'> &
  Part<E, 'query', 'out'> &
  Part<E, 'headers', 'out'> &
  (E extends { readonly bodyType: 'raw' } ? { body: unknown } : Part<E, 'body', 'out'>)

type AnswerBody<S> = S extends Schema<infer Out> ? Out : undefined

/** The declared answers as a union told apart by status. */
export type Answer<E extends Endpoint> = {
  [Status in keyof E['answers'] & number]: { status: Status; data: AnswerBody<E['answers'][Status]> }
}[keyof E['answers'] & number]
