import { randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'

/** The shortest that the vendor may choose. */
const LIFE_SECONDS = 60

/** Creates the provider's key for ID tokens, and another that forges them under its name. */
export async function createTokens() {
  const kid = randomUUID()
  const [own, forger] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  return {
    jwk: { ...(await exportJWK(own.publicKey)), kid, alg: 'RS256', use: 'sig' },
    async answer(claims: JWTPayload, now: Date, isForged: boolean) {
      const at = Math.floor(now.getTime() / 1000)
      const id_token = await new SignJWT({ ...claims, iat: at, nbf: at, auth_time: at, exp: at + LIFE_SECONDS })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(isForged ? forger.privateKey : own.privateKey)
      return { token_type: 'Bearer', expires_in: LIFE_SECONDS, access_token: randomUUID(), id_token }
    },
  }
}
