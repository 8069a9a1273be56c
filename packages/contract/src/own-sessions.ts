import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { opaqueId, timestamp } from './values.ts'

const params = z.object({ id: opaqueId })
const OWN = { auth: 'bearer', limit: 'account', errors: [] } as const
/** Ends one of several: the one of the call at any time. */
const END_ONE = {
  ...OWN,
  method: 'DELETE',
  params,
  answers: { 204: null },
  errors: ['not_found', 'sign_in_again'],
} as const
const END_OTHERS = { ...OWN, method: 'DELETE', auth: 'recent_bearer', answers: { 204: null } } as const

const ownSession = z.object({
  /** A keyed hash, which names the session in this list only. */
  id: opaqueId,
  /** The time of the log-in. */
  begun_at: timestamp,
  /** The session ends then at the latest. */
  ends_at: timestamp,
  /** true: the session of this call. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

const ownBrowser = z.object({
  /** A keyed hash, which names the browser in this list only. */
  id: opaqueId,
  known_since: timestamp,
  last_used_at: timestamp,
  /** true: the browser of this call. */
  current: z.boolean(),
})
export type OwnBrowser = z.infer<typeof ownBrowser>

export const ownSessions = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'The sessions of the account, the newest first; ten at most.',
  answers: { 200: z.object({ data: z.array(ownSession) }) },
})

export const endSession = endpoint({
  ...END_ONE,
  path: '/api/user/sessions/:id',
  summary: 'Ends a session of the account. Another one than that of the call needs a recent sign-in.',
})

export const endOtherSessions = endpoint({
  ...END_OTHERS,
  path: '/api/user/sessions',
  summary: 'Ends all other sessions of the account, also sign-ins that wait for their code.',
})

export const ownBrowsers = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/user/browsers',
  summary: 'The browsers that the account recognises, the last used first; ten at most.',
  answers: { 200: z.object({ data: z.array(ownBrowser) }) },
})

export const forgetBrowser = endpoint({
  ...END_ONE,
  path: '/api/user/browsers/:id',
  summary:
    'Forgets a browser that the account recognises, and ends its sessions. Another one than that of the call needs a recent sign-in.',
})

export const forgetOtherBrowsers = endpoint({
  ...END_OTHERS,
  path: '/api/user/browsers',
  summary: 'Forgets all other browsers that the account recognises, and ends their sessions.',
})

/** Kinds of security events that the holder of an account sees. None is about a website. */
export const SECURITY_EVENTS = [
  'account_created',
  'signed_in',
  'pin_wrong',
  'code_wrong',
  'pin_changed',
  'browser_recognised',
  'browsers_forgotten',
  'session_ended',
  'session_refused',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'requests_read',
  'data_exported',
  'locked',
  'unlocked',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

export const securityEvents = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/user/security-events',
  summary: 'The newest security events of the account, the newest first; twenty at most.',
  answers: { 200: z.object({ data: z.array(z.object({ kind: z.enum(SECURITY_EVENTS), at: timestamp })) }) },
})
