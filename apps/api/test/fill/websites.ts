import { newApiKey } from '../../src/platform/api-key.ts'
import { tokenHash } from '../../src/platform/identifier.ts'
import type { Keyring } from '../../src/platform/keyring.ts'
import { random } from '../../src/platform/random.ts'
import { type Batch, collect } from './load.ts'
import { type Chance, createChance, daysBefore, type Plan } from './plan.ts'

/** Part of all requests. */
const SHARE_OF_LARGEST = 0.6
const SECRET_BYTES = 32
const KINDS = ['Kino', 'Weinhandel', 'Spielhalle', 'Brauerei', 'Tabakladen', 'Wettstube', 'Nachtklub', 'Whiskyhaus']
const PLACES = [
  'am Markt',
  'am Hafen',
  'am Wall',
  'an der Brücke',
  'zum Anker',
  'zur Linde',
  'zur Alten Post',
  'zum Goldenen Hirsch',
]
const TOWNS = 'Aachen Basel Bern Bonn Chur Graz Halle Jena Kiel Linz Mainz Steyr Trier Ulm Wien Zug'.split(' ')
const STAGES = { live: 0.93, test: 0.05, requested: 0.02 } as const
const SCOPES = ['intents:read', 'intents:write', 'payments:read', 'payments:write']

export type Website = {
  id: string
  name: string
  redirectUri: string
  webhook: 'running' | 'none'
  stage: keyof typeof STAGES
  /** Its events so far. */
  events: number
}
export type Websites = { all: readonly Website[]; pick: (chance: Chance) => Website }

/** One large website and many small ones. */
export function createWebsites({ seed, websites }: Plan): Websites {
  const chance = createChance(seed, 'websites')
  const nameOf = (i: number) =>
    `${KINDS[i % KINDS.length]} ${PLACES[Math.floor(i / KINDS.length) % PLACES.length]}, ${TOWNS[Math.floor(i / KINDS.length / PLACES.length) % TOWNS.length]}`
  const small = Array.from({ length: websites }, (_, i): Website => {
    const id = `shop-${String(i + 1).padStart(4, '0')}`
    return {
      id,
      name: nameOf(i),
      redirectUri: `https://${id}.example/return`,
      webhook: chance.is(0.97) ? 'running' : 'none',
      stage: chance.of(STAGES),
      events: 0,
    }
  })
  const largest: Website = {
    id: 'largest',
    name: 'Lichtspiele Deutschland',
    redirectUri: 'https://largest.example/return',
    webhook: 'running',
    stage: 'live',
    events: 0,
  }
  return { all: [largest, ...small], pick: (by) => (by.is(SHARE_OF_LARGEST) ? largest : by.one(small)) }
}

/** Websites with their keys and addresses. Nobody has the keys: an operator makes one more where one is needed. */
export function* websiteRows({ all }: Websites, { now, seed }: Plan, keyring: Keyring): Generator<Batch> {
  const secrets = keyring.for('webhook-secret')
  const chance = createChance(seed, 'keys of websites')
  const { rows, add } = collect('provider', 'provider_key', 'provider_redirect')
  for (const { id, name, redirectUri, webhook, stage } of all) {
    const hasWebhook = webhook === 'running'
    add('provider', {
      id,
      name,
      from_file: false,
      webhook_url: hasWebhook ? `https://${id}.example/webhooks` : null,
      webhook_secret_enc: hasWebhook ? secrets.seal(id, `whsec_${random(SECRET_BYTES).toString('base64')}`) : null,
      stage,
      suspended_at: stage === 'live' && chance.is(0.01) && id !== 'largest' ? daysBefore(now, 1) : null,
    })
    for (const live of stage === 'live' ? [true, false] : [false])
      add('provider_key', {
        hash: tokenHash(newApiKey(live)),
        id: chance.id('key'),
        provider_id: id,
        from_file: false,
        live,
        scopes: SCOPES,
        created_at: daysBefore(now, 365),
        last_used_on: now.toISOString().slice(0, 10),
        revoked_at: chance.is(0.05) ? daysBefore(now, 30) : null,
      })
    add('provider_redirect', { provider_id: id, uri: redirectUri, from_file: false })
  }
  yield rows
}
