import type { OwnRequest } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { transactionLabel } from '../../platform/label.ts'
import { logoPath, type Providers } from '../providers/index.ts'
import { paymentEntries } from '../wallet/index.ts'
import { readCursor, writeCursor } from './intent-pages.ts'
import { type Intent, readOwnIntents } from './intent-store.ts'
import type { MerchantCodes } from './merchant-codes.ts'
import { isOpen } from './steps.ts'

const PAGE_SIZE = 20

type Deps = { db: Database; clock: Clock; providers: Providers; codes: MerchantCodes }
type Page = { limit?: number | undefined; cursor?: string | undefined }

/** The requests that an account has answered, or still has open. They are the rows of the intents: nothing else is stored. */
export class OwnIntents {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A page, the newest first. @throws AppError invalid_request for a malformed cursor */
  async list(accountId: string, { limit = PAGE_SIZE, cursor }: Page) {
    const { db } = this.#deps
    const after = cursor === undefined ? undefined : readCursor(cursor)
    // One row more than the page: its presence means that another page follows.
    const found = await readOwnIntents(db, accountId, { after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const next_cursor = found.length > limit && last ? writeCursor({ at: askedAt(last), id: last.id }) : null
    return { data: await this.#shown(page), next_cursor }
  }

  async #shown(intents: readonly Intent[]): Promise<OwnRequest[]> {
    const { db, clock, providers, codes } = this.#deps
    const now = clock()
    const paid = intents.filter(({ payment, live }) => payment !== null && live).map(({ id }) => id)
    const entries = await paymentEntries(db, paid)
    const domains = new Map<string, Promise<string | null>>()
    return Promise.all(
      intents.map(async (intent) => {
        const { id, providerId, providerName: name, providerLogo, kind, payment } = intent
        const address = intent.websiteUri ?? intent.redirectUri
        const place = `${providerId} ${address}`
        const domain = domains.get(place) ?? providers.domainFor(providerId, address)
        domains.set(place, domain)
        const isLate = isOpen(intent.state) && intent.expiresAt <= now
        const canAnswer = isOpen(intent.state) && !isLate
        return {
          id,
          provider: { name, domain: await domain, logo: providerLogo && logoPath(providerLogo) },
          live: intent.live,
          kind,
          status: isLate ? 'expired' : intent.state,
          asked_at: askedAt(intent).toISOString(),
          told_at: intent.answeredAt?.toISOString() ?? null,
          result: intent.result,
          method: intent.method,
          minimum_age: intent.minimumAge,
          payment: payment && {
            amount: payment.amount,
            currency: payment.currency,
            description: payment.description,
            refunded: payment.refunded,
            entry_id: entries.get(id) ?? null,
          },
          transaction: transactionLabel(id),
          mintid: canAnswer ? codes.codeOf(id) : null,
          can_withdraw: canAnswer && kind === 'payment',
        }
      }),
    )
  }
}

/** An account's intent has the time of its binding. */
const askedAt = ({ boundAt, createdAt }: Intent): Date => boundAt ?? createdAt
