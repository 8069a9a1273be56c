/** Private keys as JWKs; the first of each kind signs, and the public half of each is published. */
export type OidcKeys = { keys: { kty: string; kid: string; alg: string; use: 'sig' }[] }
