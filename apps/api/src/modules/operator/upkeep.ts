import { AppError, type RunnableJob } from '@avouch/contract'
import { announce, isHeard } from '../../platform/announcements.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changePublicUrl } from '../../platform/database/installation.ts'
import type { Audit } from '../audit/index.ts'
import { readEnded } from '../intents/index.ts'
import { readSpend, sumDelivery } from '../sms/index.ts'
import type { Health } from './attention-list.ts'
import { mergeFew } from './merge-few.ts'

const SPEND_DAYS = 30
const DELIVERY_DAYS = 7
const SEARCHED = 100
const CURSOR = /^[0-9]{1,15}$/

type Search = {
  kind?: string | undefined
  provider?: string | undefined
  since?: string | undefined
  until?: string | undefined
  cursor?: string | undefined
}

/** Moves the product to the address of the settings. @throws StartupError when its keys are other ones */
export const moveProduct = (
  { db, audit }: { db: Database; audit: Audit },
  self: Parameters<typeof changePublicUrl>[1],
): Promise<void> =>
  db.transaction(async (tx) => {
    await changePublicUrl(tx, self)
    await audit.append(tx, { type: 'operator.moved', reason: self.publicUrl })
  })

type JobDeps = { db: Database; audit: Audit; read: Health['jobs'] }

/** Lists the background jobs of the servers, and has one done now. */
export class Jobs {
  readonly #deps: JobDeps

  constructor(deps: JobDeps) {
    this.#deps = deps
  }

  async list() {
    return (await this.#deps.read()).map((queue) => ({
      name: queue.name,
      last_done_at: queue.lastDone?.toISOString() ?? null,
      last_ms: queue.lastMs,
      waiting: queue.waiting,
      running: queue.running,
      failed: queue.failed,
      next_at: queue.next?.toISOString() ?? null,
      cron: queue.cron,
    }))
  }

  /** Has the running servers do a job now. @throws AppError conflict when none runs */
  run(name: RunnableJob): Promise<void> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      if (!(await isHeard(tx))) throw new AppError('conflict')
      await announce(tx, name)
      await audit.append(tx, { type: 'operator.job_run', reason: name })
    })
  }
}

type UpkeepDeps = { db: Database; clock: Clock; audit: Audit }

/** The installation's costs, numbers and audit trail. */
export class Upkeep {
  readonly #deps: UpkeepDeps
  #walk: { head: string | null; found: ReturnType<Audit['verify']> } | undefined

  constructor(deps: UpkeepDeps) {
    this.#deps = deps
  }

  async spend() {
    const { db, clock } = this.#deps
    const spent = await readSpend(db, { now: clock(), days: SPEND_DAYS })
    const data = spent.map(({ day, country, outcome, total: sms, cents }) => ({ day, country, outcome, sms, cents }))
    const delivery = await sumDelivery(db, { now: clock(), days: DELIVERY_DAYS })
    return { data, cents: data.reduce((sum, { cents }) => sum + cents, 0), delivery }
  }

  /** How the live checks of websites ended in a month: numbers from 20 on, that change no more, as the difference of two looks would tell too. */
  async figures(month: string) {
    return { data: mergeFew(await readEnded(this.#deps.db, month)) }
  }

  /** The newest first. @throws AppError invalid_request for a malformed cursor */
  async searchAudit({ kind, provider, since, until, cursor }: Search) {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw new AppError('invalid_request')
    const { events, next } = await this.#deps.audit.search({
      kind,
      provider,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      before: cursor === undefined ? undefined : Number(cursor),
      limit: SEARCHED,
    })
    const data = events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
    return { data, next_cursor: next === null ? null : String(next) }
  }

  /**
   * Walks the whole trail: a process does one walk at a time, and who asks for the same one waits for it.
   * @throws AppError conflict while another one is under way
   */
  async verifyAudit(head: string | null) {
    if (this.#walk !== undefined && this.#walk.head !== head) throw new AppError('conflict')
    this.#walk ??= {
      head,
      found: this.#deps.audit.verify(head ?? undefined).finally(() => {
        this.#walk = undefined
      }),
    }
    const { events, head: last, brokenAt } = await this.#walk.found
    return { events, head: last, broken_at: brokenAt ?? null }
  }
}
