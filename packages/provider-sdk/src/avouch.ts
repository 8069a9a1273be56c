import { createIntents, type Intents } from './intents.ts'
import { createPayments, type Payments } from './payments.ts'
import { createReader } from './signed.ts'
import { createVerdicts, type Verdicts } from './verdicts.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

const TIMEOUT_MS = 10_000

export type AvouchSettings = {
  /** The product's address for visitors. */
  url: string
  /** avpk_live_… or avpk_test_…, or as the operator made it; keep it on your server. */
  apiKey: string
  /** Your id, the audience of verdicts. */
  providerId: string
  /** whsec_…; two during a rotation. */
  webhookSecret?: string | readonly string[] | undefined
  /** The product's address for your server, if it differs from the visitors' one. */
  apiUrl?: string | undefined
  /** 10 seconds by default. */
  timeoutMs?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
}

const listOf = (secrets: AvouchSettings['webhookSecret'] = []): readonly string[] =>
  typeof secrets === 'string' ? [secrets] : secrets

export type Avouch = { intents: Intents; payments: Payments; verdicts: Verdicts; webhooks: Webhooks }

/** Matches what a header may have: operators register keys that they made by hand too. Refuses what a guide prints, and the other secret. */
const KEY = /^(?!whsec_|avpk_(?:test|live)_\.*$)[\w.~+/-]{1,256}=*$/
const SECRET = /^whsec_[A-Za-z0-9+/]+=*$/

/** `localhost:3000` is an address too, of the scheme localhost. */
const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/**
 * Settings often come from an environment that lacks one of them, or has what an example said.
 * @throws TypeError that names it
 */
function requireSettings(settings: AvouchSettings): void {
  for (const name of ['url', 'apiKey', 'providerId'] as const)
    if (typeof settings[name] !== 'string' || settings[name] === '')
      throw new TypeError(`createAvouch: ${name} is missing`)
  for (const name of ['url', 'apiUrl'] as const)
    if (settings[name] !== undefined && !isWeb(settings[name]))
      throw new TypeError(`createAvouch: ${name} is not an address (https://…)`)
  if (!KEY.test(settings.apiKey)) throw new TypeError('createAvouch: apiKey is not a key (avpk_test_… or avpk_live_…)')
  if (!listOf(settings.webhookSecret).every((secret) => SECRET.test(secret)))
    throw new TypeError('createAvouch: webhookSecret is not a secret (whsec_…)')
}

/**
 * Creates intents, receives the answers, verifies their signatures: all that a website needs.
 * @throws TypeError that names a setting that is missing or can't be right
 */
export function createAvouch(settings: AvouchSettings): Avouch {
  requireSettings(settings)
  const { url, apiKey, providerId, webhookSecret, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = settings
  const productUrl = new URL(url).origin
  const apiUrl = settings.apiUrl ?? productUrl
  const transport = { apiUrl, apiKey, timeoutMs, fetch }
  const intents = createIntents(transport, productUrl)
  const read = createReader({ apiUrl, productUrl, providerId, timeoutMs, fetch })
  return {
    intents,
    payments: createPayments(transport, intents, read),
    verdicts: createVerdicts(read),
    webhooks: createWebhooks(listOf(webhookSecret)),
  }
}
