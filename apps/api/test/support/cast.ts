import { type Endpoint, PUBLIC_CLIENT } from '@avouch/contract'
import { newId } from '../../src/platform/identifier.ts'
import { beginCheck, checked, createIntent, digits, GOOD_PIN, registered, returnIdOf, signUp } from './builders.ts'
import { underAge } from './lives.ts'
import { deposit, liveKey, referenceFor } from './money.ts'
import { invited, PASSWORD } from './staff.ts'
import type { TestApi } from './test-api.ts'
import { CLIENT, partnerMessage } from './wire.ts'

/** Proves who asks, over the body, and has values of its own by the name of a field. */
export type Actor = {
  prove: (body: string) => Record<string, string>
  facts: Record<string, string>
}

const bearer = (token: string, facts: Actor['facts'] = {}): Actor => ({
  prove: () => ({ authorization: `Bearer ${token}` }),
  facts,
})

const partner = (api: TestApi, secret: string): Actor => ({
  prove: (body) => partnerMessage(body, { id: newId('msg'), at: api.clock.now(), secret }).headers,
  facts: {},
})

export const PROJECT = 'shop'

async function person(api: TestApi, role: string, project?: string): Promise<Actor> {
  const { cookie, email } = await invited(api, role, project)
  return {
    prove: () => ({ cookie, origin: api.settings['PUBLIC_URL'] ?? '' }),
    facts: { email, password: PASSWORD, ...(project !== undefined && { project }) },
  }
}

async function adult(api: TestApi): Promise<Actor> {
  const { bearer: token, number, tokens, intent } = await checked(api, 'COMPLETED')
  await deposit(api, await referenceFor(api, token), 50_000)
  const { id, mintid } = await createIntent(api)
  return bearer(token, {
    phone: digits(number),
    pin: GOOD_PIN,
    user_id: tokens.user_id,
    mintid,
    intents: id,
    used: intent.id,
  })
}

async function visitor(api: TestApi): Promise<Actor> {
  const { bearer: token, number, tokens } = await registered(api)
  const { mintid } = await createIntent(api)
  const { code, url } = await beginCheck(api, token, { mintid })
  return bearer(token, {
    phone: digits(number),
    pin: GOOD_PIN,
    user_id: tokens.user_id,
    mintid,
    tc: code,
    return_id: returnIdOf(url),
  })
}

async function signingUp(api: TestApi): Promise<Actor> {
  const { bearer: token, pinId, code, number } = await signUp(api)
  return bearer(token, { pinId, code, phone: digits(number) })
}

const keyWith = async (api: TestApi, ...words: string[]) =>
  (await api.operate('provider', 'key', 'create', PROJECT, ...words)).at(-1) ?? ''

/** Makes an actor of each role, again when one can ask no more. */
const ROLES = {
  anonymous: async () => ({ prove: () => ({}), facts: {} }),
  visitor,
  adult,
  'under age': async (api) => bearer((await underAge(api)).bearer),
  'signing up': signingUp,
  client: async () => ({
    prove: () => ({ authorization: CLIENT }),
    facts: { client_id: PUBLIC_CLIENT.id, password: GOOD_PIN },
  }),
  website: async (api) => bearer(api.credentials.provider.apiKey),
  'live website': async (api) => bearer(await liveKey(api)),
  'another website': async (api) => bearer(api.second.apiKey, { redirect_uri: `${api.world.url}/museum/return` }),
  'website that may read': async (api) => bearer(await keyWith(api, '--test', '--scope', 'intents:read')),
  'identity check': async (api) => partner(api, api.credentials.identityCheck.callbackSecret),
  bank: async (api) => partner(api, api.credentials.bank.callbackSecret),
  owner: (api) => person(api, 'owner', PROJECT),
  developer: (api) => person(api, 'developer', PROJECT),
  viewer: (api) => person(api, 'viewer', PROJECT),
  operator: (api) => person(api, 'operator'),
  reviewer: (api) => person(api, 'reviewer'),
  auditor: (api) => person(api, 'auditor'),
} as const satisfies Record<string, (api: TestApi) => Promise<Actor>>

export type Role = keyof typeof ROLES
export const EVERYBODY = Object.keys(ROLES) as Role[]
const STAFF = ['owner', 'developer', 'viewer', 'operator', 'reviewer', 'auditor'] as const

/** The roles that the description lets in. */
export function callersOf({ auth, roles, signedBy, scope }: Endpoint): readonly Role[] {
  const table: Record<Endpoint['auth'], readonly Role[]> = {
    none: ['anonymous'],
    optional_bearer: ['visitor', 'adult'],
    bearer: ['visitor', 'adult'],
    bearer_or_tombstone: ['visitor', 'adult', 'under age'],
    pre_confirmation: ['signing up'],
    client: ['client'],
    provider:
      scope?.startsWith('payments') === true ? ['live website'] : ['website', 'live website', 'another website'],
    signature: [signedBy === 'bank' ? 'bank' : 'identity check'],
    staff: STAFF.filter((role) => roles === undefined || roles.includes(role)),
  }
  return table[auth]
}

const NEWEST = 12
/** A cursor is of one list. */
export const cursorOf = (noun: string) => `cursor of ${noun}`
/** Leads from the name of a value in a request to its name in the answer that had it. */
const ALSO: Readonly<Record<string, string>> = {
  intent: 'mintid',
  user: 'user_id',
  account: 'user_id',
  accounts: 'user_id',
  'held-accounts': 'user_id',
  delivery: 'pinId',
  links: 'link',
  return: 'return_id',
  reviews: 'check',
  username: 'phone',
  phone_number: 'phone',
  token: 'refresh_token',
  payment_id: 'reference',
  caller: 'phone',
}
/** They have codes in them. */
const ADDRESSES = new Set(['url', 'qr_url'])
const nameIn = (name: string) => ALSO[name] ?? name

/** The values that answers brought, the newest by the name of their field, and the actors. */
export async function createCast(api: TestApi) {
  await api.operate('provider', 'create', PROJECT, 'My Shop')
  await api.operate('provider', 'redirect', 'add', PROJECT, `${api.world.url}/return`)
  await api.operate('provider', 'webhook', 'set', PROJECT, `${api.world.url}/webhooks/shop`)
  const seen = new Map<string, string[]>()
  const actors = new Map<Role, Actor>()

  const note = (name: string, value: string) =>
    seen.set(name, [value, ...(seen.get(name) ?? []).filter((one) => one !== value)].slice(0, NEWEST))

  /** @param noun names the ids */
  function learn(noun: string, answer: unknown): void {
    if (Array.isArray(answer)) for (const one of answer.slice(0, NEWEST)) learn(noun, one)
    else if (typeof answer === 'object' && answer !== null)
      for (const [name, value] of Object.entries(answer)) {
        if (ADDRESSES.has(name)) note('link', String(value).split('/').at(-1) ?? '')
        else if (typeof value !== 'string') learn(name === 'data' ? noun : name, value)
        else if (name === 'link') note('invitation', new URL(value).hash.slice(1))
        else note(name === 'id' ? noun : name === 'next_cursor' ? cursorOf(noun) : name, value)
      }
  }

  async function replace(role: Role): Promise<Actor> {
    // An operator among them suspends providers.
    await api.rows('update provider set suspended_at = null where suspended_at is not null')
    const actor = await ROLES[role](api)
    for (const [name, value] of Object.entries(actor.facts)) note(name, value)
    actors.set(role, actor)
    return actor
  }
  for (const role of EVERYBODY) await replace(role)
  for (const name of ['redirect_uri', 'uri', 'callback']) note(name, `${api.world.url}/return`)
  for (const code of ['418273', '0418', '7KQ2M-XWV9R-TB4HN-C8D3F']) note('code', code)
  for (const rule of ['sms-proven.number', 'sms-notice.number']) note('rule', rule)
  note('url', `${api.world.url}/webhooks/shop`)

  return {
    actor: (role: Role): Actor => actors.get(role) ?? { prove: () => ({}), facts: {} },
    replace,
    learn,
    /** Lists what may stand in a field of this name, the actor's own value most often. */
    valuesFor(role: Role, name: string): readonly string[] {
      const own = actors.get(role)?.facts[nameIn(name)]
      return [...(own === undefined ? [] : [own, own, own]), ...(seen.get(nameIn(name)) ?? [])]
    },
  }
}

export type Cast = Awaited<ReturnType<typeof createCast>>
