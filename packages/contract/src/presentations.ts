import * as z from 'zod/mini'
import { MINUTE_MS, SMS_CODE_LENGTH } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { intentOutcome } from './intents.ts'
import { BROWSER_FAILURES, PRESENTATION_REASONS } from './presentation-reasons.ts'
import { opaqueId, seconds } from './values.ts'

/** Lifetime of a presentation: the request to an app with a proof. */
export const PRESENTATION_LIFE_MS = 5 * MINUTE_MS
/** Limits how often the digits that another browser shows may be typed. */
export const PRESENTATION_DIGIT_TRIES = 3

/** dc_api - by the browser's Digital Credentials API; link - an app on this device; qr - an app on another one. */
export const PRESENTATION_WAYS = ['dc_api', 'link', 'qr'] as const
export type PresentationWay = (typeof PRESENTATION_WAYS)[number]

/** The holders of proofs: an app for proofs of age alone, or an ID wallet (EUDI). */
export const PRESENTATION_KINDS = ['age_app', 'id_wallet'] as const
export type PresentationKind = (typeof PRESENTATION_KINDS)[number]

/**
 * waiting - the app has not opened the request; fetched - it has; checked - a good answer is held until the browser that
 * began brings its response code; confirmed, denied - the provider has its answer; refused - the answer was no proof, and
 * the intent is still open; expired - too late.
 */
export const PRESENTATION_STATES = [
  'waiting',
  'fetched',
  'checked',
  'confirmed',
  'denied',
  'refused',
  'expired',
] as const
export type PresentationState = (typeof PRESENTATION_STATES)[number]

const LAST: ReadonlySet<PresentationState> = new Set(['confirmed', 'denied', 'refused', 'expired'])
/** A follower may stop, unless the app may answer once more: a wrong clock does not use the request up. */
export const isLastOfPresentation = ({ state, reason }: Pick<PresentationProgress, 'state' | 'reason'>): boolean =>
  LAST.has(state) && reason !== 'clock'

/** The request of ISO 18013-7, Annex C, as `navigator.credentials.get` takes it. */
const browserRequest = z.object({
  protocol: z.literal('org-iso-mdoc'),
  data: z.object({ deviceRequest: z.string(), encryptionInfo: z.string() }),
})

export const createPresentation = endpoint({
  method: 'POST',
  path: '/api/presentations',
  summary: 'A request to an app that holds a proof of age. It can be answered once, and needs no account.',
  auth: 'optional_bearer',
  limit: 'presentation',
  body: z.object({
    mintid: opaqueId,
    way: z.enum(PRESENTATION_WAYS),
    kind: z._default(z.enum(PRESENTATION_KINDS), 'age_app'),
  }),
  answers: {
    201: z.object({
      /** Lets the browser that began follow the progress, and finish. */
      id: opaqueId,
      expires_in: seconds,
      /** dc_api: what the browser is asked for. */
      request: z.nullable(browserRequest),
      /** link, qr: at the app's own scheme, for an age app the whole request, for an ID wallet where it fetches the request. */
      url: z.nullable(z.string()),
      /** qr: a short address that leads to it. */
      qr_url: z.nullable(z.string()),
    }),
  },
  errors: ['required', 'mintid_not_exist', 'mintid_used', 'method_not_possible'],
})

const params = z.object({ id: opaqueId })

export const answerByBrowser = endpoint({
  method: 'POST',
  path: '/api/presentations/:id/dc-api',
  summary: 'The answer that the browser got from an app by its Digital Credentials API.',
  auth: 'none',
  limit: 'presentation',
  params,
  body: z.object({
    /** As the browser gave it, base64url; empty: it gave none. */
    response: z.string().check(z.maxLength(12_000)),
    /** Says why an empty one is empty. By default the visitor cancelled. */
    failed: z._default(z.enum(BROWSER_FAILURES), 'cancelled'),
  }),
  answers: { 200: intentOutcome },
  errors: ['required', 'presentation_over', 'presentation_refused', 'mintid_used'],
})

export const finishPresentation = endpoint({
  method: 'POST',
  path: '/api/presentations/:id/finish',
  summary:
    'Ends the intent by the answer that is held. Only the browser that began can: with the response code, or the digits that another browser shows.',
  auth: 'none',
  limit: 'presentation',
  params,
  body: z.union([
    z.object({ response_code: opaqueId }),
    z.object({ digits: z.string().check(z.regex(new RegExp(`^[0-9]{${SMS_CODE_LENGTH}}$`))) }),
  ]),
  answers: { 200: intentOutcome },
  errors: ['presentation_over', 'presentation_digits', 'mintid_used'],
})

export const presentationProgress = z.object({
  state: z.enum(PRESENTATION_STATES),
  /** The reason of `refused`. */
  reason: z.nullable(z.enum(PRESENTATION_REASONS)),
  /** The address that the visitor goes back to once the provider has its answer. */
  redirect_uri: z.nullable(z.string()),
})
export type PresentationProgress = z.infer<typeof presentationProgress>

export const followPresentation = endpoint({
  method: 'GET',
  path: '/api/presentations/:id',
  summary: 'How far the app is, for the browser that began. The same by push at /api/presentations/:id/events.',
  auth: 'none',
  limit: 'intent',
  params,
  answers: { 200: presentationProgress },
  errors: ['not_found'],
})

/** Server-sent events; each is a progress. Ends with the last one. */
export const PRESENTATION_EVENTS_PATH = '/api/presentations/:id/events'

/** The address at which an ID wallet fetches its request, once: no endpoint of the contract, because no client of ours calls it. */
export const HOLDER_REQUEST_PATH = '/openid4vp/request/:rid'
/** The address to which an app sends its answer (OpenID4VP, direct_post): no endpoint of the contract either. */
export const HOLDER_RESPONSE_PATH = '/openid4vp/response/:rid'
/** The address in a QR code: it leads to the whole request. */
export const PRESENTATION_LINK_PATH = '/w/:code'
/** Stands in the query of that address where the visitor says that the app is on this device. */
export const PRESENTATION_HERE = 'here'

/** The screen on which an app's visitor arrives; behind the `#` it has `rc`, the response code, and `digits`. */
export const AGE_APP_SCREEN = '/verify-age/age-app'
