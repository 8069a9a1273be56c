import { generateKeyPairSync, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { newApiKey } from '../platform/api-key.ts'
import { readOrMake, readSecretFile, replaceSecret, type SigningKey, type SigningKeys } from './key-files.ts'

const SETTING = 'sandbox credentials'

/** The credentials with which the sandbox plays the world outside. Made on first start in development; the sandbox reads the file. */
const sandboxCredentials = z.object({
  /** apiKey is a test key, for developers; the cinema asks with liveKey. */
  provider: z.object({ id: z.string(), apiKey: z.string(), liveKey: z.string(), webhookSecret: z.string() }),
  /** The wine shop's client of the OpenID Connect provider. */
  shop: z.object({ id: z.string(), clientId: z.string(), clientSecret: z.string() }),
  /** token: what we ask that service with. */
  identityCheck: z.object({ callbackSecret: z.string(), token: z.string() }),
  sms: z.object({ token: z.string() }),
  /** token: what we send our orders with. */
  bank: z.object({ callbackSecret: z.string(), token: z.string() }),
})
export type SandboxCredentials = z.output<typeof sandboxCredentials>

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const webhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Files from before lack some partners, or parts of one. */
const earlierCredentials = z.record(z.string(), z.record(z.string(), z.string()))

const makeSandboxCredentials = (): SandboxCredentials => ({
  provider: {
    id: 'kino-aurora',
    apiKey: newApiKey(false),
    liveKey: newApiKey(true),
    webhookSecret: webhookSecret(),
  },
  shop: { id: 'weinkontor', clientId: `client_${random(16)}`, clientSecret: `avcs_${random(32)}` },
  identityCheck: { callbackSecret: webhookSecret(), token: random(32) },
  sms: { token: random(32) },
  bank: { callbackSecret: webhookSecret(), token: random(32) },
})

/** The credentials at `path`, made on first use; an earlier file is completed, and keeps what it has. */
export function readSandbox(path: string): SandboxCredentials {
  const kept = readOrMake(path, z.looseObject({}), SETTING, makeSandboxCredentials)
  const earlier = earlierCredentials.safeParse(kept)
  if (earlier.success && !sandboxCredentials.safeParse(kept).success) {
    const made = Object.entries(makeSandboxCredentials())
    const completed = made.map(([partner, fresh]) => [partner, { ...fresh, ...earlier.data[partner] }])
    replaceSecret(path, { ...kept, ...Object.fromEntries(completed) })
  }
  return readSecretFile(path, sandboxCredentials, SETTING)
}

export function makeSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { kty: 'EC', crv: 'P-256', x, y, d, kid: random(8) }
}
export const makeSigningKeys = (): SigningKeys => ({ keys: [makeSigningKey()] })
