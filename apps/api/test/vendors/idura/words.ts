import { createHash } from 'node:crypto'
import * as z from 'zod'
import { NAMES, type Person } from '../fake-vendor.ts'

const ACR = 'urn:grn:authn:de:personalausweis'
export const SCOPE = 'openid odis:Profile1'

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

export const discovery = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/oauth2/authorize`,
  token_endpoint: `${url}/oauth2/token`,
  pushed_authorization_request_endpoint: `${url}/oauth2/par`,
  jwks_uri: `${url}/.well-known/jwks`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  scopes_supported: SCOPE.split(' '),
  acr_values_supported: [ACR],
})

export const authorization = z.strictObject({
  client_id: z.string().optional(),
  response_type: z.literal('code'),
  response_mode: z.literal('query').optional(),
  redirect_uri: z.url(),
  scope: z.literal(SCOPE),
  state: z.string().min(1),
  nonce: z.string().min(1),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  acr_values: z.literal(ACR),
  ui_locales: z.string().optional(),
  prompt: z.literal('login').optional(),
  login_hint: z
    .string()
    .regex(/^txinfo:./)
    .optional(),
})
/** A visit with a request that was pushed. */
export const pushed = z.strictObject({ client_id: z.string(), request_uri: z.string() })
export const exchange = z.strictObject({
  client_id: z.string().optional(),
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
})
export type Asked = z.infer<typeof authorization>

export function problemOf(status: number, reason: string) {
  const error = status === 401 ? 'invalid_client' : reason.startsWith('code') ? 'invalid_grant' : 'invalid_request'
  return { error, error_description: reason }
}

/** Reads a client's id and secret, which are form-encoded, as two lines; a half that is not is empty. */
export function credentialsOf(authorization = ''): string {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(authorization) ?? []
  const halves = Buffer.from(encoded, 'base64').toString().split(':')
  const isEncoded = (half: string) => /^(?:[\w.*~!'()+-]|%[0-9A-F]{2})+$/i.test(half)
  return halves.map((half) => (isEncoded(half) ? new URLSearchParams(`half=${half}`).get('half') : '')).join('\n')
}

/** A card has a pseudonym of its own; its number is not told. Of no number: a card for each session. */
export function claimsOf({ dateOfBirth, documentNumber, country, kind }: Person, state: string) {
  const nameidentifier = sha256(documentNumber ?? state)
    .toString('hex')
    .slice(0, 32)
  const sub = `{${nameidentifier.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}}`
  return {
    identityscheme: 'deadesso',
    authenticationtype: ACR,
    authenticationmethod: ACR,
    nameidentifier,
    sub,
    given_name: NAMES.first,
    family_name: NAMES.last,
    birth_name: 'GABLER',
    place_of_birth: 'BERLIN',
    nationality: 'D',
    address: { street_address: 'HEIDESTRASSE 17', postal_code: '51147', locality: 'KÖLN', country: 'D', region: '' },
    date_of_expiry: '2029-10-31',
    ...(dateOfBirth === null ? {} : { birthdate: dateOfBirth }),
    ...(country === null ? {} : { issuing_state: country }),
    ...(kind === null ? {} : { document_type: kind }),
  }
}
