import { DEFAULT_BRAND } from '@avouch/contract'
import type { Config } from './config/config.ts'
import { masterKeysOf } from './config/key-files.ts'
import { HeldAccounts, type PhoneBook, PinHasher } from './modules/accounts/index.ts'
import type { Audit } from './modules/audit/index.ts'
import { CheckLog, Figures } from './modules/intents/index.ts'
import type { ReviewDesk, Withdrawals } from './modules/kyc/index.ts'
import {
  AttentionList,
  CallerLimits,
  type Expiry,
  type Health,
  Jobs,
  Numbers,
  OperatorAccounts,
  type Partners,
  ProviderStages,
  Upkeep,
  Visitors,
} from './modules/operator/index.ts'
import { Projects, ProviderAdministration } from './modules/providers/index.ts'
import type { RateLimiter, Rules } from './modules/rate-limits/index.ts'
import { createStaff } from './modules/staff/index.ts'
import { smsLimitsWith } from './modules/sms/index.ts'
import type { Switches } from './modules/switches/index.ts'
import type { Trust } from './modules/trust/index.ts'
import { DeliveryFeed, DeliveryLog } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Keyring } from './platform/keyring.ts'

/** People at the consoles are few. */
const STAFF_HASHES = { atOnce: 1, perLane: 16 }

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  config: Config
  keyring: Keyring
  phones: PhoneBook
  switches: Switches
  limiter: RateLimiter
  rules: Rules
  trust: Trust
  health: Health
  reviews: ReviewDesk
  partners: Partners
  expiries: () => Promise<readonly Expiry[]>
  withdrawals: Withdrawals
}

/** Creates all that the consoles of providers and of the operator use. */
export function createConsoles(deps: Deps) {
  const { config, keyring, phones, switches, limiter, rules, trust, health, reviews, partners, expiries, ...others } =
    deps
  const { withdrawals, ...base } = others
  const secrets = keyring.for('webhook-secret')
  const administration = new ProviderAdministration({
    ...base,
    keys: secrets,
    protectedOnly: config.production,
    privateReceivers: config.webhooks.privateAddresses,
  })
  const ownNames = [DEFAULT_BRAND.name, config.look.name]
  const projects = new Projects({ ...base, switches, limiter, administration, ownNames })
  const staff = createStaff({
    ...base,
    keys: keyring.for('staff'),
    // A separate queue: people at the consoles keep no visitor waiting, nor visitors them.
    hasher: new PinHasher({ ...config.argon2, ...STAFF_HASHES }),
    limiter,
    productName: config.look.name,
    publicUrl: config.publicUrl,
    projects,
  })
  const deliveries = new DeliveryLog(base)
  const feed = new DeliveryFeed({ ...base, keys: secrets })
  const checks = new CheckLog(base)
  const figures = new Figures(base)
  const smsLimits = smsLimitsWith(config.smsLimits)
  const limits = new CallerLimits({ ...base, limiter, rules, phones, smsLimits })
  const held = new HeldAccounts(base)
  const operator = {
    attention: new AttentionList({ ...base, health, trust, limits, held, reviews, partners, expiries }),
    providers: new ProviderStages(base),
    switches,
    jobs: new Jobs({ ...base, read: health.jobs }),
    upkeep: new Upkeep(base),
    visitors: new Visitors({
      ...base,
      limiter,
      limits,
      accounts: new OperatorAccounts({ ...base, phones }),
      numbers: new Numbers({ ...base, phones, smsLimits }),
    }),
    held,
    withdrawals,
    reviews,
    keys: { ...base, keyring, keyFiles: keyFilesOf(config) },
  }
  return { projects, staff, deliveries, feed, checks, figures, operator }
}

const keyFilesOf = ({ master, signing, oidc }: Config) => ({
  master: masterKeysOf(master),
  verdict: signing.keys,
  oidc: oidc?.signing.keys ?? [],
})
