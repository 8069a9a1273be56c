import type { Label } from '../../src/modules/limits/counters.ts'
import type { Counters, Taken } from '../../src/modules/limits/index.ts'
import { createMemoryCounters } from '../../src/modules/limits/memory-counters.ts'
import { costOf, earnerOf, raised, shareOf, termsOf, waitFor, type Wanted } from '../../src/modules/limits/places.ts'
import type { Rule, RuleName, Rules } from '../../src/modules/limits/rules.ts'
import type { Executor } from '../../src/platform/database/database.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Nothing is stored: one process has everything in memory. */
const NO_DATABASE = { query: async () => [], execute: async () => {} } as Executor

type Earned = { day: number; signIns: number; dayBefore: number }

/** The product's rules and formula over maps instead of tables, so that a month takes seconds. */
export function createCounting(rules: Rules, clock: () => Date) {
  const levels = new Map<string, number>()
  const earned = new Map<string, Earned>()
  const today = () => Math.floor(clock().getTime() / DAY_MS)

  function signInsOf(earner: string): number {
    const found = earned.get(earner)
    if (found === undefined || found.day < today() - 1) return 0
    return found.day === today() ? Math.max(found.signIns, found.dayBefore) : found.signIns
  }

  function judge({ rule: name, subject, number, take }: Wanted) {
    const rule: Rule = rules[name]
    const terms = termsOf(rule, clock())
    const earner = earnerOf(rule, subject)
    const share = earner === undefined ? 0 : shareOf(rule)
    const cost = costOf(terms, share, earner === undefined ? 0 : signInsOf(earner.join(' ')))
    const key = `${name} ${subject}`
    const mark = number === undefined ? null : `${key} ${number}`
    const isSeen = mark !== null && (levels.get(mark) ?? 0) > terms.floor
    const level = levels.get(key) ?? 0
    const waitMs = isSeen ? 0 : waitFor(level, cost, terms)
    return {
      name,
      key,
      mark,
      cost: take === 'look' ? 0 : cost,
      isLooked: take === 'look',
      waitMs,
      isSeen,
      level,
      terms,
      isOptional: take === 'may',
      keptMs: rule.perMs ?? 0,
      signIns: earner === undefined ? 0 : signInsOf(earner.join(' ')),
    }
  }

  const nameOf = ({ rule, subject }: Label) => `${rule} ${subject}`
  const isFull = (rule: RuleName, level: number) => {
    const terms = termsOf(rules[rule], clock())
    return waitFor(level, terms.step, terms) > 0
  }
  const clear = (label: Label) => void levels.delete(nameOf(label))

  const counters: Counters = {
    async takeParts(db, parts) {
      const taken: Taken[] = []
      // A part comes after the one that it needs.
      const order = parts
        .map(({ needs }, part) => ({ part, needs }))
        .toSorted((a, b) => (a.needs ?? -1) - (b.needs ?? -1))
      for (const { part, needs } of order) {
        const needed = needs === undefined ? undefined : taken[needs]
        taken[part] = needed && 'refused' in needed ? needed : await counters.take(db, parts[part]?.wanted ?? [])
      }
      return taken
    },
    async take(db, wanted, back = []) {
      await counters.giveBack(db, back)
      const judged = wanted.map(judge)
      const refused = judged.filter(({ waitMs, isOptional }) => waitMs > 0 && !isOptional)
      if (refused.length > 0) return { refused: refused.map(({ name, waitMs }) => ({ rule: name, waitMs })) }
      const taken = judged.filter(({ waitMs, isSeen, isLooked }) => waitMs === 0 && !isSeen && !isLooked)
      const held = taken.map(({ name, key, mark, cost, level, terms, keptMs, signIns }) => {
        const next = raised(level, cost, terms)
        levels.set(key, next)
        if (mark !== null) levels.set(mark, terms.floor + keptMs)
        const kept = { key: Buffer.from(key), mark: mark === null ? null : Buffer.from(mark) }
        return { rule: name, ...kept, cost, level: next, signIns }
      })
      return { held }
    },
    async giveBack(_db, held) {
      for (const { key, cost, mark } of held) {
        const name = key.toString()
        levels.set(name, cost === 0 ? 0 : (levels.get(name) ?? 0) - cost)
        if (mark !== null) levels.delete(mark.toString())
      }
    },
    async settle(db, { held = [], cleared = [], clearedUnlessFull = [], earned: signIns = [] }) {
      await counters.giveBack(db, held)
      cleared.forEach(clear)
      for (const label of clearedUnlessFull) if (!isFull(label.rule, levels.get(nameOf(label)) ?? 0)) clear(label)
      signIns.forEach(earn)
    },
    clear: async (_db, labels) => labels.forEach(clear),
    level: async (_db, label) => levels.get(nameOf(label)) ?? 0,
    usage: async (_db, labels) =>
      labels.map((label) => {
        const level = levels.get(nameOf(label)) ?? 0
        return { isUsed: level > termsOf(rules[label.rule], clock()).floor, isFull: isFull(label.rule, level) }
      }),
    isFullAt: isFull,
  }
  function earn(earner: readonly [kind: string, who: string]): void {
    const name = earner.join(' ')
    const before = earned.get(name)
    const day = today()
    if (before?.day === day) before.signIns += 1
    else earned.set(name, { day, signIns: 1, dayBefore: before?.day === day - 1 ? before.signIns : 0 })
  }
  const memory = createMemoryCounters({
    db: NO_DATABASE,
    clock,
    keyOf: ({ rule, subject }) => Buffer.from(`${rule} ${subject}`),
    earnerOf: ({ subject }) => Buffer.from(`country ${subject}`),
  })
  return { counters, earn, memory }
}
