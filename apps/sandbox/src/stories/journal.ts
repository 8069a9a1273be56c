import { createHash } from 'node:crypto'
import { isApproved, type KycStatus } from '@avouch/contract'
import * as z from 'zod'
import type { Words } from '../http/language.ts'
import type { Check } from '../identity/checks.ts'
import { findCode, type Message, splitText } from '../phone/message.ts'
import type { Order } from '../provider/orders.ts'
import type { ShopVisit } from '../shop/shop.tsx'
import type { Hit } from '../tracker/tracker.tsx'
import { type Progress, SLUGS, STORIES } from './stories.ts'

/** A story that was begun, by the digest of its store. */
export const run = z.object({
  slug: z.enum(SLUGS),
  number: z.string(),
  /** Waits while an account is made ahead. */
  account: z.enum(['waits', 'ready', 'failed']),
  /** From here on everything is the visitor's. */
  since: z.string(),
})
export type Run = z.infer<typeof run>

/** All that the sandbox's servers have received. */
export type Received = {
  messages: Map<string, Message>
  checks: Map<string, Check>
  orders: Map<string, Order>
  hits: Map<string, Hit>
  wine: Pick<Map<string, ShopVisit>, 'get'>
}

/** A message that one of the sandbox's servers received or sent. */
export type Entry = { at: string; from: Words; to: Words; title: Words; text?: string; raw?: object }

const AVOUCH = 'Avouch'
const CHECK = 'Identity check|Identitätsprüfung'
const PHONE = 'Your phone|Dein Handy'
const BEGINS =
  'A check begins: a random id, and no name, no number, no website|Eine Prüfung beginnt: eine Zufallskennung, kein Name, keine Nummer, keine Website'
const ERASED = 'Delete this check|Diese Prüfung löschen'
const ASKS_AGE = 'Is this visitor 18 or over?|Ist dieser Gast 18 oder älter?'
const ASKS_PAYMENT = 'Please take the payment for this|Bitte kassiere dafür'
const ANSWERS = { yes: '“yes”, signed|„ja“, signiert', no: '“no”, signed|„nein“, signiert' } as const
const OUTCOME = 'Outcome, signed|Ergebnis, signiert'
const LOST = 'SMS, not arrived|SMS, nicht angekommen'
const UNDELIVERED = 'Outcome, not delivered|Ergebnis, nicht angekommen'

const AFTER: Readonly<Record<KycStatus, Progress>> = {
  '': 'check',
  COMPLETED: 'send',
  COMPLETED_FRAUD: 'send',
  PENDING_MANUAL_REVIEW: 'desk',
  MANUAL_REVIEW_REJECTED: 'denied',
  USER_PROCESS_EXPIRED: 'denied',
  DELETED: 'denied',
  UNDERAGED: 'young',
}

/** Reads what belongs to a run out of what was received. */
export function readJournal({ slug, number, account, since }: Run, store: string, received: Received) {
  const { path, website, isProven } = STORIES[slug]
  const messages = [...received.messages.values()].filter((one) => one.to === number && one.received_at >= since)
  const checks = [...received.checks.values()].filter(({ story }) => story === store)
  const check = checks.at(-1)
  const order = received.orders.get(`${store} ${path.slice(path.lastIndexOf('/') + 1)}`)
  const isMadeAhead = isProven && account === 'ready'
  const { verdict, receipt, intent, refunded = 0 } = order ?? {}
  const shop = received.wine.get(store)
  const askedAt = intent?.askedAt ?? (shop && 'askedAt' in shop ? shop.askedAt : undefined)
  const hits = [...received.hits.values()].filter(({ at }) => at >= since).length
  const arrived = messages.filter(({ lost }) => !lost)
  const code = arrived.map(({ text }) => findCode(text)).findLast(Boolean)

  const answer = (title: Words, raw: { iat: number }): Entry => ({
    from: AVOUCH,
    to: website,
    title,
    raw,
    // A signed time has whole seconds: sorted by the end of its second, an answer comes after its cause.
    at: new Date(raw.iat * 1_000 + 999).toISOString(),
  })
  const entries: Entry[] = messages.map(({ received_at: at, text, lost }) => ({
    at,
    from: AVOUCH,
    to: PHONE,
    title: lost ? LOST : 'SMS',
    text: splitText(text).words,
  }))
  for (const { openedAt, erasedAt, tc: text } of checks) {
    entries.push({ at: openedAt, from: AVOUCH, to: CHECK, title: BEGINS, text })
    if (erasedAt) entries.push({ at: erasedAt, from: AVOUCH, to: CHECK, title: ERASED, text })
  }
  for (const { event, delivered } of checks.flatMap(({ reports }) => reports)) {
    const { timestamp: at, data: raw } = event
    entries.push({
      at,
      from: CHECK,
      to: AVOUCH,
      title: delivered ? OUTCOME : UNDELIVERED,
      text: raw.status || `again: ${raw.again}`,
      raw,
    })
  }
  if (verdict) entries.push(answer(ANSWERS[verdict.claims.result], verdict.claims))
  if (receipt) entries.push(answer('“paid”, signed|„bezahlt“, signiert', receipt.claims))
  if (shop?.phase === 'open') entries.push(answer(ANSWERS.yes, shop.learned.claims))
  if (askedAt !== undefined) {
    const text = [order?.description, order?.reference].filter(Boolean).join('\n')
    entries.push({ at: askedAt, from: website, to: AVOUCH, title: order?.description ? ASKS_PAYMENT : ASKS_AGE, text })
  }
  entries.sort((a, b) => a.at.localeCompare(b.at))

  function progress(): Progress {
    if (account !== 'ready') return account === 'waits' ? 'preparing' : 'failed'
    if (receipt) return refunded < receipt.claims.amount ? 'yes' : 'no'
    if (verdict) return verdict.claims.result
    if (shop?.phase === 'open') return 'yes'
    if (shop?.phase === 'refused') return 'no'
    if (!shop && (!order?.intent || order.over)) return 'begin'
    if (check) return check.found ? AFTER[check.found.status] : 'check'
    if (messages.at(-1)?.lost) return 'lost'
    if (code) return 'code'
    return 'asked'
  }
  return {
    progress: progress(),
    entries,
    code,
    hits,
    hasNumber: isMadeAhead || messages.length > 0,
    wasAsked: askedAt !== undefined,
    isOfAge: isMadeAhead || checks.some(({ found }) => found && isApproved(found.status)),
    isMadeAhead,
    hasDocument: isMadeAhead || checks.some(({ found }) => found),
    isErased: checks.some(({ erasedAt, found }) => erasedAt && found?.status === 'UNDERAGED'),
  }
}
export type Journal = ReturnType<typeof readJournal>

/** Changes whenever the page of the run does. */
export const versionOf = (...shown: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
