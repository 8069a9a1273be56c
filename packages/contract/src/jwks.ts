import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const jwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
})

export const jwks = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys that verdicts are signed with (RFC 7517).',
  auth: 'none',
  limit: 'none',
  answers: { 200: z.object({ keys: z.array(jwk) }) },
  errors: [],
  cacheSeconds: 300,
  isOpenToScripts: true,
})
