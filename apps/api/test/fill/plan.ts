import { createCipheriv, hash } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { later } from '../../src/platform/clock.ts'

const DAY_MS = 24 * HOUR_MS
export const YEAR_DAYS = 365
const BLOCK_BYTES = 65_536
const ID_BYTES = 16

/** How much is made. The same plan gives the same rows, but for what keys and nonces make random. */
export type Plan = { accounts: number; events: number; websites: number; seed: string; now: Date }

export const daysBefore = (now: Date, days: number): Date => later(now, -days * DAY_MS)
export const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length)
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

export type Chance = ReturnType<typeof createChance>

/** Repeatable chance: the key stream of AES in counter mode, under a key that seed and name give. */
export function createChance(seed: string, name: string) {
  const cipher = createCipheriv('aes-256-ctr', hash('sha256', `${seed} ${name}`, 'buffer'), Buffer.alloc(16))
  const zeros = Buffer.alloc(BLOCK_BYTES)
  let block = Buffer.alloc(0)
  let used = 0

  function bytes(count: number): Buffer {
    if (used + count > block.length) [block, used] = [cipher.update(zeros), 0]
    used += count
    return block.subarray(used - count, used)
  }
  /** From 0 up to, but not, 1. */
  const share = () => bytes(4).readUInt32BE() / 2 ** 32
  const below = (count: number) => Math.floor(share() * count)

  /** True in that part of all cases. */
  const is = (part: number) => share() < part

  function one<T>(list: readonly T[]): T {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('a choice among nothing')
    return found
  }

  /** One of the cases, each as often as its share of their sum. */
  function of<Case extends string>(shares: Readonly<Record<Case, number>>): Case {
    const cases = Object.keys(shares) as Case[]
    let left = share() * cases.reduce((sum, name) => sum + shares[name], 0)
    return cases.find((name) => (left -= shares[name]) < 0) ?? one(cases)
  }

  const between = (from: Date, to: Date) => new Date(from.getTime() + share() * (to.getTime() - from.getTime()))
  /** As newId makes them, but repeatable. */
  const id = (prefix: string) => `${prefix}_${bytes(ID_BYTES).toString('base64url')}`

  return { bytes, share, below, is, one, of, between, id }
}
