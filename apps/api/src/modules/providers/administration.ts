import { randomBytes } from 'node:crypto'
import { HOUR_MS, type Scope, withoutDirectionMarks } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { isProtected, isReturnAddress, isWebhookAddress } from '../../platform/external-address.ts'
import { newApiKey } from '../../platform/api-key.ts'
import type { KeyEntry, NewKey, ProviderEntry, ProviderRegistry } from './ports.ts'

const ID = /^[a-z0-9-]{1,64}$/
const NAME_MAX_LENGTH = 60

type Wish = { live: boolean; scopes: readonly Scope[]; days?: number | undefined }
/** `secret` is nowhere else: it is shown to the operator, and then gone. */
type MadeKey = { id: string; secret: string }

type Deps = {
  registry: ProviderRegistry
  clock: Clock
  /** Addresses are https, or an app's own. */
  protectedOnly: boolean
}

/** What the operator does with providers. Every function throws OperatorError for what can't be. */
export function createProviderAdministration({ registry, clock, protectedOnly }: Deps) {
  function refuseUnprotected(address: string): void {
    if (protectedOnly && !isProtected(address)) throw new OperatorError('In production addresses are https.')
  }

  async function provider(id: string): Promise<ProviderEntry> {
    const found = await registry.find(id)
    if (found === undefined) throw new OperatorError(`There is no provider ${id}.`)
    return found
  }

  /** The file has the last word at every start, so here it would be lost. */
  async function ownProvider(id: string): Promise<ProviderEntry> {
    const found = await provider(id)
    if (found.fromFile) throw new OperatorError(`The provider ${id} comes from PROVIDERS_FILE: change it there.`)
    return found
  }

  async function create(id: string, typedName: string): Promise<void> {
    const name = withoutDirectionMarks(typedName)
    if (!ID.test(id)) throw new OperatorError('The id of a provider is made of small letters, digits and dashes.')
    if (name === '' || name.length > NAME_MAX_LENGTH)
      throw new OperatorError(`The name of a provider has 1 to ${NAME_MAX_LENGTH} characters.`)
    if (!(await registry.add({ id, name }))) throw new OperatorError(`There is a provider ${id} already.`)
  }

  function fresh(providerId: string, { live, scopes, days }: Wish): { made: MadeKey; key: NewKey } {
    const [now, id, secret] = [clock(), newId('key'), newApiKey(live)]
    const expiresAt = days === undefined ? null : later(now, days * 24 * HOUR_MS)
    const key = { id, hash: tokenHash(secret), providerId, live, scopes, createdAt: now, expiresAt }
    return { made: { id, secret }, key }
  }

  async function createKey(providerId: string, wish: Wish): Promise<MadeKey> {
    await provider(providerId)
    const { made, key } = fresh(providerId, wish)
    await registry.addKey(key)
    return made
  }

  async function changeableKey(id: string): Promise<KeyEntry> {
    const key = await registry.key(id)
    if (key === undefined) throw new OperatorError(`There is no key ${id}.`)
    if (key.fromFile) throw new OperatorError(`The key ${id} comes from PROVIDERS_FILE: change it there.`)
    return key
  }

  async function revokeKey(id: string): Promise<void> {
    await changeableKey(id)
    if (!(await registry.revokeKey(id, clock()))) throw new OperatorError(`The key ${id} is revoked already.`)
  }

  /** A key of the same kind; the old one works for some hours more, so that nobody has to be quick. */
  async function rotateKey(id: string, overlapHours: number): Promise<MadeKey & { oldEndsAt: Date }> {
    const old = await changeableKey(id)
    const { made, key } = fresh(old.providerId, { live: old.live !== false, scopes: old.scopes })
    const oldEndsAt = later(key.createdAt, overlapHours * HOUR_MS)
    if (!(await registry.replaceKey(id, oldEndsAt, key))) throw new OperatorError(`The key ${id} is over.`)
    return { ...made, oldEndsAt }
  }

  async function addRedirect(providerId: string, uri: string): Promise<void> {
    await ownProvider(providerId)
    if (!isReturnAddress(uri)) throw new OperatorError('Visitors go back to a whole address, of a website or an app.')
    refuseUnprotected(uri)
    if (!(await registry.addRedirect(providerId, uri))) throw new OperatorError('This address is registered already.')
  }

  async function removeRedirect(providerId: string, uri: string): Promise<void> {
    await ownProvider(providerId)
    if (!(await registry.removeRedirect(providerId, uri))) throw new OperatorError('This address is not registered.')
  }

  const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

  /** @returns the secret when there was none */
  async function setWebhook(providerId: string, url: string): Promise<string | undefined> {
    await ownProvider(providerId)
    if (!isWebhookAddress(url)) throw new OperatorError('Events are sent to a whole http or https address.')
    refuseUnprotected(url)
    const secret = (await registry.hasSecret(providerId)) ? undefined : newSecret()
    if (secret !== undefined) await registry.setSecret(providerId, secret, clock())
    await registry.setWebhook(providerId, url)
    return secret
  }

  /** Events are signed with both secrets for some hours. */
  async function rotateSecret(providerId: string, overlapHours: number): Promise<string> {
    await ownProvider(providerId)
    if (!(await registry.hasSecret(providerId))) throw new OperatorError(`${providerId} has no webhook yet.`)
    const secret = newSecret()
    await registry.setSecret(providerId, secret, later(clock(), overlapHours * HOUR_MS))
    return secret
  }

  async function enableWebhook(providerId: string): Promise<void> {
    await provider(providerId)
    if (!(await registry.enableWebhook(providerId)))
      throw new OperatorError(`The webhook of ${providerId} is not stopped.`)
  }

  return {
    create,
    list: () => registry.all(),
    async show(id: string) {
      return { ...(await provider(id)), keys: await registry.keys(id), redirects: await registry.redirects(id) }
    },
    createKey,
    async keys(id: string): Promise<KeyEntry[]> {
      await provider(id)
      return registry.keys(id)
    },
    revokeKey,
    rotateKey,
    addRedirect,
    removeRedirect,
    setWebhook,
    rotateSecret,
    enableWebhook,
  }
}
export type ProviderAdministration = ReturnType<typeof createProviderAdministration>
