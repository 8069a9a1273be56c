import { generateKeyPairSync, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { SigningKeys } from './key-files.ts'

/** What the sandbox needs to play the world outside. Made on first start in development; the sandbox reads the file. */
export const sandboxCredentials = z.object({
  provider: z.object({ id: z.string(), apiKey: z.string(), webhookSecret: z.string() }),
  identityCheck: z.object({ callbackSecret: z.string() }),
  sms: z.object({ token: z.string() }),
})
export type SandboxCredentials = z.output<typeof sandboxCredentials>

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const webhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const makeSandboxCredentials = (): SandboxCredentials => ({
  provider: { id: 'kino-aurora', apiKey: `avpk_test_${random(32)}`, webhookSecret: webhookSecret() },
  identityCheck: { callbackSecret: webhookSecret() },
  sms: { token: random(32) },
})

export function makeSigningKeys(): SigningKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { keys: [{ kty: 'EC', crv: 'P-256', x, y, d, kid: random(8) }] }
}
