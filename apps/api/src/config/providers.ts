import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { visibleName, withoutDirectionMarks } from '@avouch/contract'
import * as z from 'zod'
import { isCallableAddress, isProtected, isReturnAddress, mayBePublic } from '../platform/external-address.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Env, webhookSecret } from './env.ts'
import { jsonOf } from '../platform/json.ts'
import { readSecretText } from './key-files.ts'
import { isOidcOn, shopCallback } from './oidc.ts'
import type { SandboxCredentials } from './sandbox.ts'

const isOnce = (values: readonly string[]) => new Set(values).size === values.length

/** A website that may ask: its registered addresses and the hashes of its API keys. */
const providerEntry = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: z.string().transform(withoutDirectionMarks).pipe(visibleName),
  apiKeySha256: z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1),
  redirectUris: z.array(z.string().refine(isReturnAddress)).min(1),
  /** Allows its keys to request payments. */
  payments: z.boolean().default(false),
  /** The path of a picture, relative to the file. */
  logo: z.string().min(1).optional(),
  webhook: z.object({
    url: z.string().refine(isCallableAddress),
    secret: webhookSecret,
    previousSecret: webhookSecret.optional(),
  }),
})
type ProviderEntry = z.output<typeof providerEntry>

function readLogo(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartupError(`${setting}: a logo can't be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

const sandboxProvider = ({ provider }: SandboxCredentials, env: Env) => ({
  id: provider.id,
  name: 'Kino Aurora',
  apiKeySha256: [provider.apiKey, provider.liveKey].map((key) => createHash('sha256').update(key).digest('hex')),
  redirectUris: ['/return', '/tickets/return'].map((path) => new URL(path, env.SANDBOX_PROVIDER_URL).href),
  payments: true,
  logo:
    env.SANDBOX_PROVIDER_LOGO === undefined ? undefined : readLogo('SANDBOX_PROVIDER_LOGO', env.SANDBOX_PROVIDER_LOGO),
  webhook: { url: new URL('/webhooks/avouch', env.SANDBOX_PROVIDER_URL).href, secret: provider.webhookSecret },
})

/** True if events may be sent into the operator's own network. */
export const privateReceivers = ({ WEBHOOK_PRIVATE_ADDRESSES: allowed, NODE_ENV: mode }: Env): boolean =>
  allowed ?? mode !== 'production'

/** Makes the sandbox's wine shop, which asks by its OpenID Connect client alone. */
const sandboxShop = ({ shop }: SandboxCredentials, env: Env) => ({
  id: shop.id,
  name: 'Weinkontor',
  apiKeySha256: [],
  redirectUris: [shopCallback(env)],
  payments: false,
  logo: undefined,
})

const providerEntries = z
  .array(providerEntry)
  .refine((listed) => isOnce(listed.map(({ id }) => id)), 'an id is there twice')
  .refine((listed) => isOnce(listed.flatMap(({ apiKeySha256 }) => apiKeySha256)), 'a key is there twice')

function refuseUnprotected(listed: readonly ProviderEntry[]) {
  for (const { id, redirectUris, webhook } of listed)
    if (![...redirectUris, webhook.url].every(isProtected))
      throw new StartupError(`PROVIDERS_FILE: the addresses of ${id} must be https in production.`)
}

/** Refuses in a file what a command refuses: no event would reach the receiver. */
function refusePrivate(listed: readonly ProviderEntry[]) {
  for (const { id, webhook } of listed)
    if (!mayBePublic(webhook.url))
      throw new StartupError(`PROVIDERS_FILE: events of ${id} are sent to public addresses only.`)
}

/** The file is written by hand, so that a mistake is named by its place; its values stay out of the message. */
function readProviders(path: string): ProviderEntry[] {
  const parsed = providerEntries.safeParse(jsonOf(readSecretText(path, 'PROVIDERS_FILE')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const at = issue === undefined || issue.path.length === 0 ? 'its top' : issue.path.join('.')
  throw new StartupError(`The file ${path} (PROVIDERS_FILE) is wrong at ${at}: ${issue?.message ?? 'unreadable'}.`)
}

function listedProviders(env: Env) {
  const { PROVIDERS_FILE: path } = env
  if (path === undefined) return []
  const listed = readProviders(path)
  if (env.NODE_ENV === 'production') refuseUnprotected(listed)
  if (!privateReceivers(env)) refusePrivate(listed)
  return listed.map(({ logo, ...provider }) => ({
    ...provider,
    logo: logo === undefined ? undefined : readLogo('PROVIDERS_FILE', resolve(dirname(path), logo)),
  }))
}

/** The providers that the settings name: the sandbox's outside production, and those of the operator's file. */
export const providersOf = (env: Env, sandbox: SandboxCredentials | undefined) => [
  ...(sandbox === undefined ? [] : [sandboxProvider(sandbox, env)]),
  ...(sandbox === undefined || !isOidcOn(env) ? [] : [sandboxShop(sandbox, env)]),
  ...listedProviders(env),
]
