import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { INTENT_KINDS } from './intents.ts'
import { MINUTE_MS, SECOND_MS } from './constants.ts'
import { opaqueId, seconds } from './values.ts'

/** Lifetime of a QR code, and of its number. */
export const APP_LINK_LIFE_MS = 5 * MINUTE_MS
/** Numbers that the app shows; its user picks the one on the other screen. */
export const APP_LINK_CHOICES = 3
/**
 * Compares the networks (/24 or /48) of browser and app. Phones on mobile data seldom are, so `other` is no reason
 * to refuse. unknown: one uses IPv4 and the other IPv6, which tells nothing.
 */
export const APP_LINK_NETWORKS = ['same', 'other', 'unknown'] as const
export type AppLinkNetwork = (typeof APP_LINK_NETWORKS)[number]
/** Polling interval of a page without server push. */
export const APP_LINK_POLL_MS = 3 * SECOND_MS
/** The interval at which progress is pushed again, so that a page detects a stream that is held back. */
export const PROGRESS_REPEATED_EVERY_MS = 3 * SECOND_MS

/**
 * waiting - not scanned yet; claimed - an app scanned it, and its user compares the numbers; matched - the right number
 * was picked, the rest happens in the app; confirmed, denied - the provider has its answer, or its money; refused - the
 * user declined or picked a wrong number; expired - too late, or cancelled.
 */
export const APP_LINK_STATES = ['waiting', 'claimed', 'matched', 'confirmed', 'denied', 'refused', 'expired'] as const
export type AppLinkState = (typeof APP_LINK_STATES)[number]

const LAST: ReadonlySet<AppLinkState> = new Set(['confirmed', 'denied', 'refused', 'expired'])
/** Final states: a follower may stop. */
export const isLastOfAppLink = (state: AppLinkState): boolean => LAST.has(state)

export const createAppLink = endpoint({
  method: 'POST',
  path: '/api/app-links',
  summary: 'A link for the app, bound to the browser that waits. It is shown as a QR code and works once.',
  auth: 'none',
  limit: 'app-link',
  body: z.object({ mintid: opaqueId }),
  answers: {
    201: z.object({
      /** Lets the browser follow the progress. */
      id: opaqueId,
      /** The content of the QR code. */
      url: z.string(),
      /** Shown next to the code, to be picked in the app. */
      number: z.int(),
      expires_in: seconds,
    }),
  },
  errors: ['required', 'mintid_not_exist', 'mintid_used'],
})

export const appLinkProgress = z.object({
  state: z.enum(APP_LINK_STATES),
  /** The redirect target once confirmed: from the provider's registered list. */
  redirect_uri: z.nullable(z.string()),
})
export type AppLinkProgress = z.infer<typeof appLinkProgress>

export const followAppLink = endpoint({
  method: 'GET',
  path: '/api/app-links/:id',
  summary: 'How far the app is, for the browser that waits. The same by push at /api/app-links/:id/events.',
  auth: 'none',
  limit: 'intent',
  params: z.object({ id: opaqueId }),
  answers: { 200: appLinkProgress },
  errors: ['not_found'],
})

/** Server-sent events; each is a progress. Ends with the last one. */
export const APP_LINK_EVENTS_PATH = '/api/app-links/:id/events'

const params = z.object({ code: opaqueId })

export const claimAppLink = endpoint({
  method: 'POST',
  path: '/api/app/links/:code/claim',
  summary: 'The app scanned a link: who asks, and the numbers to compare. The first user who claims it keeps it.',
  auth: 'bearer',
  limit: 'account',
  params,
  answers: {
    200: z.object({
      provider: z.object({ name: z.string() }),
      kind: z.enum(INTENT_KINDS),
      /** null: a payment without a minimum age. */
      minimum_age: z.nullable(z.int()),
      numbers: z.array(z.int()),
      /** The network of the browser that shows the code. */
      network: z.enum(APP_LINK_NETWORKS),
      expires_in: seconds,
    }),
  },
  errors: ['app_link_over'],
})

export const matchAppLink = endpoint({
  method: 'POST',
  path: '/api/app/links/:code/match',
  summary: 'The number that the user sees on the other screen. Another one ends the link.',
  auth: 'bearer',
  limit: 'account',
  params,
  body: z.object({ number: z.int().check(z.gte(10), z.lte(99)) }),
  answers: { 200: z.object({ mintid: opaqueId }) },
  errors: ['required', 'app_link_over', 'app_link_number'],
})

export const refuseAppLink = endpoint({
  method: 'POST',
  path: '/api/app/links/:code/refuse',
  summary: 'The user of the app does not want to. Repeating it changes nothing.',
  auth: 'bearer',
  limit: 'account',
  params,
  answers: { 204: null },
  errors: [],
})
