import * as z from 'zod/mini'
import { tokenAnswer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { PASSKEY_OPTIONS_PATH } from './passkey-address.ts'
import { newPin } from './pin.ts'
import { day, opaqueId, timestamp } from './values.ts'
import { visibleText } from './visible-name.ts'

export const MOST_PASSKEYS = 10
export const PASSKEY_NAME_MAX_LENGTH = 40

/** Bytes as WebAuthn's JSON has them: base64url without padding. */
const base64url = (most: number) =>
  z.string().check(z.maxLength(most), z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/, 'invalid_request'))
const credentialId = base64url(1_366)
const challenge = base64url(512)
const transports = z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8)))
const publicKey = z.literal('public-key')

/** A random value in the memory of the page that began a log-in, 32 bytes: its challenge is good only with it. */
const pageKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'invalid_request'))

/** The parts of a credential's JSON that both answers have (WebAuthn, 5.1); others are ignored. */
const credential = { id: credentialId, rawId: credentialId, type: publicKey }
const clientDataJSON = base64url(4_096)

const registration = z.object({
  ...credential,
  response: z.object({ clientDataJSON, attestationObject: base64url(16_384), transports }),
})
export type PasskeyRegistration = z.infer<typeof registration>

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(2_048),
    signature: base64url(2_048),
    userHandle: z.optional(z.nullable(base64url(128))),
  }),
})
export type PasskeyAssertion = z.infer<typeof assertion>

const userVerification = z.enum(['required', 'preferred'])
/** Milliseconds. */
const timeout = z.int()

/** WebAuthn, 5.1.9: for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  /** The name is the masked number, "+49 151 ••• 789". */
  user: z.object({ id: base64url(86), name: z.string(), displayName: z.string() }),
  challenge,
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout,
  excludeCredentials: z.array(z.object({ type: publicKey, id: credentialId, transports })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof creationOptions>

/** WebAuthn, 5.1.10: for `PublicKeyCredential.parseRequestOptionsFromJSON`. It names no passkey. */
const requestOptions = z.object({ challenge, timeout, rpId: z.string(), userVerification: z.literal('required') })
export type PasskeyRequestOptions = z.infer<typeof requestOptions>

/** The name that a person reads in the list, such as that of the device. */
export const passkeyName = visibleText(PASSKEY_NAME_MAX_LENGTH)

const passkey = z.object({
  id: opaqueId,
  name: z.string(),
  created_at: timestamp,
  /** null: not used yet. */
  last_used_on: z.nullable(day),
  /** true: the key is also on the person's other devices, by an account of theirs. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

export const passkeyCreationOptions = endpoint({
  method: 'POST',
  path: '/auth/api/passkeys/options',
  summary: 'Options with which a browser makes a passkey, for five minutes.',
  auth: 'recent_bearer',
  limit: 'account',
  body: z.object({
    /** true: the browser makes it without asking (`mediation: 'conditional'`), so that nothing verifies the person now. */
    conditional: z.optional(z.boolean()),
  }),
  answers: { 200: creationOptions },
  /** passkey_held: too soon after the PIN was reset in an unknown browser. conflict: ten passkeys. not_found: none are possible here. */
  errors: ['passkey_held', 'conflict', 'not_found'],
})

export const createPasskey = endpoint({
  method: 'POST',
  path: '/auth/api/passkeys',
  summary: 'Adds the passkey that a browser made.',
  auth: 'recent_bearer',
  limit: 'account',
  body: z.object({ credential: registration, name: z.optional(passkeyName) }),
  answers: { 201: z.object({ id: opaqueId, name: z.string() }) },
  errors: ['max_length_exceed', 'passkey_refused', 'passkey_held', 'conflict', 'not_found'],
})

export const passkeys = endpoint({
  method: 'GET',
  path: '/auth/api/passkeys',
  summary: 'The passkeys of the account, the newest first; ten at most.',
  auth: 'bearer',
  limit: 'account',
  answers: {
    200: z.object({
      data: z.array(passkey),
      /** This session adds and removes none until then; null: it may. */
      held_until: z.nullable(timestamp),
      /** true: a passkey opened this session in the last ten minutes, so that `setPin` needs no SMS. */
      opened_by_passkey: z.boolean(),
    }),
  },
  errors: [],
})

const params = z.object({ id: opaqueId })

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/auth/api/passkeys/:id',
  summary: 'Gives a passkey another name.',
  auth: 'recent_bearer',
  limit: 'account',
  params,
  body: z.object({ name: passkeyName }),
  answers: { 204: null },
  errors: ['required', 'max_length_exceed', 'not_found'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/api/passkeys/:id',
  summary:
    'Removes a passkey. The device may still offer it, until the person deletes it there; it opens nothing any more.',
  auth: 'recent_bearer',
  limit: 'account',
  params,
  answers: { 204: null },
  errors: ['passkey_held', 'not_found'],
})

export const passkeyRequestOptions = endpoint({
  method: 'POST',
  path: PASSKEY_OPTIONS_PATH,
  summary:
    'Options with which a browser asks for a passkey, for five minutes. They are the same for everybody but the challenge.',
  auth: 'none',
  limit: 'passkey',
  body: z.object({ pageKey }),
  answers: { 200: requestOptions },
  /** not_found: none are possible here. */
  errors: ['not_found'],
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/public/app/passkey',
  summary: 'Opens a session by a passkey, without PIN and SMS. pageKey: that of the call for the options.',
  auth: 'none',
  limit: 'passkey',
  body: z.object({ pageKey, credential: assertion }),
  answers: { 200: tokenAnswer },
  errors: ['passkey_refused', 'account_locked', 'not_found'],
})

export const setPin = endpoint({
  method: 'POST',
  path: '/auth/api/pin',
  summary:
    'Sets another PIN without an SMS, in a session that a passkey opened in the last ten minutes. All other sessions of the account end.',
  auth: 'recent_bearer',
  limit: 'change-pin',
  body: z.object({ password: newPin }),
  answers: { 204: null },
  /** sign_in_again: also a session that no passkey opened. */
  errors: ['required', 'digit_length', 'invalid_pin', 'same_pin', 'sign_in_again'],
})
