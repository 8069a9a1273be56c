import { hash } from 'node:crypto'
import type { AppError } from '@avouch/contract'
import {
  type Hits,
  isFull,
  RateLimiter,
  RefusedCalls,
  refundHits,
  rulesWith,
  TrustedNetworks,
} from '../../src/modules/rate-limits/index.ts'
import { GUESSES, nextSend } from '../../src/modules/sign-in/code.ts'
import type { CodePurpose, SmsCode } from '../../src/modules/sign-in/code-store.ts'
import { SmsBudget, smsLimitsWith } from '../../src/modules/sms/index.ts'
import type { Address } from '../../src/platform/client.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { NO_METER } from '../../src/platform/meter.ts'
import { noAudit } from '#test/no-audit.ts'

/** The rate limiter's statements over a map, by words of each: a week takes seconds. A test compares them with the database. */
export function openMemory(): Database {
  const levels = new Map<string, number>()
  const levelOf = (key: Buffer) => levels.get(key.toString('latin1')) ?? 0
  const setLevel = (key: Buffer, level: number) => void levels.set(key.toString('latin1'), level)
  const statements: Record<string, (values: never) => unknown[] | void> = {
    'with wanted': ([keys, costs, rooms, now]: [Buffer[], number[], number[], number]) => {
      const wanted = keys.map((key, i) => ({ key, level: Math.max(levelOf(key), now) + (costs[i] ?? 0) }))
      const waits = wanted.map(({ level }, index) => ({ index, wait: level - now - (rooms[index] ?? 0) }))
      if (waits.some(({ wait }) => wait > 0)) return waits.sort((a, b) => Number(b.wait > 0) - Number(a.wait > 0))
      for (const { key, level } of wanted) setLevel(key, level)
    },
    'sum(cost)': ([keys, costs]: [Buffer[], number[]]) =>
      keys.forEach((key, i) => setLevel(key, levelOf(key) - (costs[i] ?? 0))),
    'select key, level': ([keys]: [Buffer[]]) => keys.map((key) => ({ key, level: levelOf(key) })),
    'into refused_call': () => {},
    'r.level < ': ([key, level]: [Buffer, number]) => setLevel(key, Math.max(levelOf(key), level)),
  }
  const query = async (text: string, values: readonly unknown[]) => {
    const words = Object.keys(statements).find((one) => text.includes(one))
    if (words === undefined) throw new Error(`the simulation does not know the statement ${text}`)
    return statements[words]?.(values as never) ?? []
  }
  return { query } as unknown as Database
}

/** One try to get in, and the look-up that comes back with its end. */
export type Visitor = { number: string; browser: string; address: Address; hits?: Hits }
type Wait = { waitMs: number }
type Code = SmsCode & { hits: Hits }
const idOf = (...parts: string[]): Buffer => hash('sha256', parts.join(' '), 'buffer')
const clientOf = ({ browser, address }: Visitor) => ({ address, device: idOf(browser) })
const NO_CODE = { id: '', form: 'digits', sends: 0, guessLevel: 0, sendLevel: 0, usedAt: null } as const
const [NEVER, CENTS_PER_SMS, TYPES_AGAIN_AFTER_MS] = [new Date(0), 8, 15_000]

/** The product's limits, pools and decisions about codes. What the rows of accounts and codes hold is in maps. */
export function createProduct(db: Database, clock: () => Date, cents: number) {
  const limits = smsLimitsWith({ centsPerDay: cents, centsPerSms: { other: CENTS_PER_SMS } })
  const rules = rulesWith({ overrides: [], factor: 1 }, limits)
  const base = { db, clock, limits, rules, warn: () => {}, audit: noAudit, meter: NO_METER }
  const limiter = new RateLimiter({ ...base, mac: idOf })
  const networks = new TrustedNetworks({ ...base, limiter, refusals: new RefusedCalls(base) })
  const phones = { open: (sealed: string) => sealed, countryOf: () => undefined }
  const budget = new SmsBudget({ ...base, limiter, networks, phones })
  const accounts = new Map<string, { browsers: Set<string>; wrong: number; wrongInAll: number }>()
  const codes = new Map<string, Code>()
  let ids = 0

  function accountOf({ number }: Visitor) {
    const account = accounts.get(number) ?? { browsers: new Set([`home ${number}`]), wrong: 0, wrongInAll: 0 }
    accounts.set(number, account)
    return account
  }
  const isTrusted = async (visitor: Visitor) => (await networks.limitsOf('sms', clientOf(visitor))).isTrusted

  /** @returns how long to wait for another try, 0 for a right PIN */
  async function typePin(visitor: Visitor, isRight: boolean): Promise<number> {
    const account = accountOf(visitor)
    if (account.browsers.has(visitor.browser)) return isRight ? 0 : TYPES_AGAIN_AFTER_MS
    const { full, buckets } = await networks.limitsOf('login-failed', clientOf(visitor))
    const isCompared = full === undefined && account.wrong < 10 && account.wrongInAll < 30
    if (isCompared && isRight) return 0
    if (isCompared) Object.assign(account, { wrong: account.wrong + 1, wrongInAll: account.wrongInAll + 1 })
    if (full === undefined) await limiter.count(db, buckets)
    return full?.waitMs ?? TYPES_AGAIN_AFTER_MS
  }

  /** Sends an SMS, or gives the code that is on the phone. */
  async function send(visitor: Visitor, purpose: CodePurpose): Promise<{ code: Code; cents: number } | Wait> {
    const { number, browser } = visitor
    const recognised = purpose !== 'register' && accountOf(visitor).browsers.has(browser)
    const to = { phoneIdx: idOf(number), phoneEnc: number, purpose, recognised, client: clientOf(visitor) }
    try {
      if (!recognised && purpose !== 'login') visitor.hits ??= await networks.countLookUp(to.phoneIdx, to.client)
    } catch (error) {
      return { waitMs: 1_000 * Number((error as AppError).details['retry_after']) }
    }
    const [now, key] = [clock(), `${number} ${purpose} ${recognised}`]
    const code = codes.get(key) ?? { ...NO_CODE, ...to, expiresAt: NEVER, resendAt: NEVER, hits: [] }
    const next = nextSend(code, now, { id: String((ids += 1)) })
    if (next.action === 'wait') return next
    if (next.action === 'join') return { code, cents: 0 }
    const paid = await budget.pay(db, await budget.listsFor(to), to)
    if (isFull(paid)) return code.usedAt === null && code.expiresAt > now ? { code, cents: 0 } : paid
    const sent = { ...next.code, hits: [...(code.id === next.code.id ? code.hits : []), ...paid] }
    codes.set(key, sent)
    return { code: sent, cents: CENTS_PER_SMS }
  }

  /** The right code does what it is for. @returns false for one that is wrong or dead */
  async function typeCode(visitor: Visitor, code: Code, isRight: boolean): Promise<boolean> {
    const [now, account] = [clock(), accountOf(visitor)]
    const level = code.form === 'long' ? 0 : Math.max(code.guessLevel, now.getTime()) + GUESSES.step
    const isReplaced = codes.get(`${visitor.number} ${code.purpose} ${code.recognised}`) !== code
    if (isReplaced || code.usedAt !== null || code.expiresAt <= now || level > now.getTime() + GUESSES.room)
      return false
    if (!isRight) {
      code.guessLevel = Math.max(code.guessLevel, level)
      return false
    }
    Object.assign(code, { usedAt: now, sends: 0 })
    const ofSms = code.hits.filter(({ rule }) => ['sms.address', 'sms.network', 'sms.range'].includes(rule))
    await refundHits(db, [...ofSms, ...((code.purpose === 'register' && visitor.hits) || [])])
    if (code.purpose === 'reset') Object.assign(account, { browsers: new Set(), wrongInAll: 0 })
    else await networks.vouch(db, code.phoneIdx, clientOf(visitor))
    account.wrong = 0
    account.browsers.add(visitor.browser)
    return true
  }
  return { isTrusted, typePin, send, typeCode }
}
