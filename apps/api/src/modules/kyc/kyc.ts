import { kycEvent } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Streaks } from '../../platform/database/streaks.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import { readUnknownEvent } from '../../platform/partner-event.ts'
import type { Audit } from '../audit/index.ts'
import type { VisitorIntents } from '../intents/index.ts'
import type { Sms } from '../sms/index.ts'
import type { RegistrationStops } from '../sign-in/index.ts'
import { Checks } from './checks.ts'
import { createErasures } from './erasures.ts'
import { IdentityService, type IdentitySettings } from './identity-service.ts'
import { Outages } from './outages.ts'
import { type Applied, Outcomes } from './outcomes.ts'
import { type EndsAfterMs, PollSchedule } from './poll-times.ts'
import { createPolls } from './polls.ts'
import type { GenericSettings } from './providers/generic.ts'
import { momentOf } from './providers/identity-check.ts'
import { createService, type VendorSettings } from './providers/index.ts'
import { ReviewDesk } from './review-desk.ts'
import { createInquiry, createSessionErasures } from './session-jobs.ts'
import { Sessions } from './sessions.ts'
import { Vendors } from './vendors.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  warn: Warn
  meter: Meter
  keys: ConstructorParameters<typeof IdentityService>[0]['keys'] & { sessions: Keys }
  /** One of the two: the service with our own protocol, or vendors with sessions. */
  settings: IdentitySettings & {
    service: GenericSettings | undefined
    vendors: readonly VendorSettings[]
    endsAfterMs: EndsAfterMs
    pollEveryMs: number
  }
  intents: VisitorIntents
  stops: RegistrationStops
  sms: Sms
  streaks: Streaks
}
export type Kyc = ReturnType<typeof createKyc>

/** The identity check: its start, its reported outcomes, and the search for reports that got lost. */
export function createKyc({ settings, ...deps }: Deps) {
  const schedule = new PollSchedule(settings.endsAfterMs)
  const service = new IdentityService({ ...deps, settings })
  const generic = settings.service && createService(settings.service, deps)
  const vendors = new Vendors(settings.vendors, { ...deps, settings })
  const [provider = 'generic'] = vendors.providers
  const outcomes = new Outcomes({ ...deps, service, schedule })
  const outages = new Outages(deps)
  const ask = createInquiry({ ...deps, vendors, outages, generic, service, outcomes })
  const parts = { ...deps, service, generic, vendors, outages, provider, ask, schedule, outcomes }
  return {
    checks: new Checks(parts),
    reports: new VendorReports(parts),
    /** Where vendors with sessions are set. */
    sessions: generic === undefined ? new Sessions(parts) : undefined,
    reviews: new ReviewDesk(parts),
    outboxes: [createPolls(parts, settings.pollEveryMs), createErasures(parts), createSessionErasures(parts)],
  }
}

type ReportDeps = { clock: Clock; outcomes: Outcomes; audit: Audit; warn: Warn }

/** Messages of the identity-check service. */
class VendorReports {
  readonly #deps: ReportDeps

  constructor(deps: ReportDeps) {
    this.#deps = deps
  }

  /**
   * Applies a message whose signature was verified. What is not understood is not refused, because the service would repeat
   * it for ever; an outcome among it decides nothing until a person has looked.
   */
  async receive(eventId: string, message: unknown): Promise<Applied | 'ignored'> {
    const { clock, outcomes, audit, warn } = this.#deps
    const event = kycEvent.safeParse(message)
    if (!event.success) {
      const { type } = readUnknownEvent(message)
      const mayDecide = type === 'check.updated'
      warn(mayDecide ? 'identity check report not understood' : 'identity check event ignored', {
        type,
        message: eventId,
        fields: event.error.issues.map(({ path }) => path.join('.')),
      })
      return 'ignored'
    }
    const { tc: code, status, again, document_hash } = event.data.data
    const now = clock()
    const occurredAt = momentOf(event.data.timestamp, now)
    const documentHash = document_hash ?? undefined
    const applied =
      status === ''
        ? await outcomes.wantAgain(code, again ?? 'other', now)
        : await outcomes.apply({ eventId, code, status, occurredAt, documentHash }, now)
    if (applied === 'unknown_check') await audit.report({ type: 'kyc.unknown_check', reason: status })
    return applied
  }
}
