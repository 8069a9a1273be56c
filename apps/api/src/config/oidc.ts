import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'
import { ONE_KEY_EACH, readOrMake, readSecretFile } from './key-files.ts'
import type { SandboxCredentials } from './sandbox.ts'

const SETTING = 'OIDC_KEYS_FILE'
const RSA_BITS = 2_048
export const KINDS = ['RSA', 'EC'] as const
type Kind = (typeof KINDS)[number]

const common = {
  kid: z.string().min(1),
  use: z.literal('sig').default('sig'),
  /** Without it the first key of its kind signs. */
  status: z.enum(['next', 'current', 'previous']).optional(),
}
const rsaKey = z.object({
  ...common,
  kty: z.literal('RSA'),
  alg: z.literal('RS256').default('RS256'),
  n: z.base64url().refine((modulus) => Buffer.from(modulus, 'base64url').length * 8 >= RSA_BITS, 'is too short'),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})
const ecKey = z.object({
  ...common,
  kty: z.literal('EC'),
  alg: z.literal('ES256').default('ES256'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
const key = z.discriminatedUnion('kty', [rsaKey, ecKey]).refine(verifiesItself, 'the two halves do not belong together')
type Key = z.output<typeof rsaKey> | z.output<typeof ecKey>

/** Signs once as it will later: halves that do not belong together are refused before an ID token has such a signature. */
function verifiesItself(jwk: Key): boolean {
  try {
    const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' })
    const published =
      jwk.kty === 'RSA' ? { kty: jwk.kty, n: jwk.n, e: jwk.e } : { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }
    const data = Buffer.from(jwk.kid)
    return verify('sha256', data, createPublicKey({ key: published, format: 'jwk' }), sign('sha256', data, privateKey))
  } catch {
    // Node throws for what is no key.
    return false
  }
}

const isCurrent = ({ status }: Key) => status === 'current'

/** Demands one key of each kind that signs: the current one, or the first where none has a status. */
function oneSigns(keys: Key[]): boolean {
  return KINDS.every((kty) => {
    const own = keys.filter((one) => one.kty === kty)
    if (own.length === 0) return false
    return own.every(({ status }) => status === undefined) || own.filter(isCurrent).length === 1
  })
}

const storedKeys = z
  .array(key)
  .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, ONE_KEY_EACH)
  .refine(oneSigns, 'one of RSA and one of EC has to be current')

/** Private keys of ID tokens. Read, those that sign come first; the public half of each is published. */
const oidcKeys = z.object({
  keys: storedKeys.transform((keys) =>
    keys.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a))).map(({ status: _status, ...jwk }) => jwk),
  ),
})

export function makeOidcKey(kty: Kind) {
  const { privateKey } =
    kty === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: RSA_BITS })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomBytes(8).toString('base64url')
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: kty === 'RSA' ? 'RS256' : 'ES256' }
}

/** Reads the keys of the file in use; without a file none. */
export const oidcKeysAt = (path: string | undefined): readonly Key[] =>
  path === undefined ? [] : readSecretFile(path, z.object({ keys: storedKeys }), SETTING).keys

const madeKey = (kind: Kind, status: Key['status']): Key => key.parse({ ...makeOidcKey(kind), status })

/** Adds keys that are published, and do not sign yet. A first file gets signing keys of each kind: no server starts without them. */
export function addOidcKeys(keys: readonly Key[], kinds: readonly Kind[]): Key[] {
  if (keys.length === 0) return KINDS.map((kind) => madeKey(kind, 'current'))
  const before = keys.map((one): Key => {
    const own = keys.filter(({ kty }) => kty === one.kty)
    const signs = own[0] === one && own.every(({ status }) => status === undefined)
    return { ...one, status: one.status ?? (signs ? 'current' : 'previous') }
  })
  return [...before, ...kinds.map((kind) => madeKey(kind, 'next'))]
}

const makeOidcKeys = () => ({ keys: KINDS.map(makeOidcKey) }) as unknown as z.input<typeof oidcKeys>

export const isOidcOn = ({ OIDC, NODE_ENV }: Env): boolean =>
  (OIDC ?? (NODE_ENV === 'production' ? 'off' : 'on')) === 'on'

const SHOP_CALLBACK = '/wine/callback'
/** The address to which the sandbox's wine shop has its visitors sent. */
export const shopCallback = (env: Env): string => new URL(SHOP_CALLBACK, env.SANDBOX_PROVIDER_URL).href

function signingKeysOf(env: Env) {
  const { OIDC_KEYS_FILE: path, DATA_DIR: dataDir, NODE_ENV: mode } = env
  if (mode !== 'production')
    return readOrMake(path ?? join(dataDir, 'keys', 'oidc.json'), oidcKeys, SETTING, makeOidcKeys)
  if (path === undefined) throw new StartupError(`Production needs the setting ${SETTING} where OIDC is on.`)
  return readSecretFile(path, oidcKeys, SETTING)
}

/** The OpenID Connect provider's settings; undefined while it is switched off. */
export function oidcOf(env: Env, sandbox: SandboxCredentials | undefined) {
  if (!isOidcOn(env)) return undefined
  const shop = sandbox?.shop
  return {
    signing: signingKeysOf(env),
    clients:
      shop === undefined
        ? []
        : [
            {
              id: shop.clientId,
              providerId: shop.id,
              secretSha256: createHash('sha256').update(shop.clientSecret).digest('hex'),
              redirectUris: [shopCallback(env)],
            },
          ],
  }
}
