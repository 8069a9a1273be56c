import { X509Certificate } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { measureExpiries, measurePartners, type Partners, readExpiries } from '../modules/operator/index.ts'
import type { RateLimiter } from '../modules/rate-limits/index.ts'
import { GATEWAY_NAMES, measurePools, measureTypedIn } from '../modules/sms/index.ts'
import type { Trust } from '../modules/trust/index.ts'
import type { Looking } from '../platform/database/backlog.ts'
import type { OpenedDatabase } from '../platform/database/open-database.ts'
import type { Meter } from '../platform/meter.ts'

/** Names the gateways and vendors that are watched. */
const partnersOf = ({ sms, identity }: Config): Partners => {
  const vendors = Object.fromEntries(identity.vendors.map(({ vendor }) => [vendor, vendor]))
  const names = sms.map(({ gateway }, i) => [GATEWAY_NAMES[i === 0 ? 1 : 2], gateway] as const)
  return {
    sms: Object.fromEntries(names.map(([name, gateway]) => [name, `${name} (${gateway})`])),
    identity: vendors,
    'identity asked': identity.service === undefined ? vendors : { generic: 'generic' },
  }
}

const certificatesOf = ({ trust, idWallet }: Config) => ({
  anchors: trust.anchors.map(({ certificate }) => certificate),
  walletChain: (idWallet?.certificates ?? []).map((raw) => new X509Certificate(raw)),
})

type Deps = {
  config: Config
  look: Looking
  limiter: RateLimiter
  meter: Meter
  trust: Trust
  databaseCertificate: OpenedDatabase['certificate']
}

/** Measures whether partners answer and how long certificates are valid. @returns the same for the operator's console */
export function watchPartners({ config, look, limiter, meter, trust, databaseCertificate }: Deps) {
  const { clock } = config
  const partners = partnersOf(config)
  const expiries = () => readExpiries({ trust, ...certificatesOf(config), databaseCertificate })
  measurePartners({ look, clock, meter }, partners)
  measurePools({ look, limiter, meter })
  measureTypedIn(look, clock, meter)
  measureExpiries(expiries, meter)
  return { partners, expiries }
}
