import { HOUR_MS } from '@avouch/contract'
import { type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import type { Mac } from '../../platform/keyring.ts'
import { type LimitAction, REFUSED_AT, type Rule, RULE_NAMES, type RuleName, type Rules } from './rules.ts'

/** One slot of a limit, as it is taken. */
export type Slot = {
  /** Keyed hash of rule and caller. */
  key: Buffer
  most: number
  /** The limit grows to this part of the successes that the keys below have counted. */
  share: number
  successKeys: readonly Buffer[]
  expiresAt: Date
}

/** What is held until then, by its keyed hash. */
export type HeldMark = Pick<Slot, 'key' | 'expiresAt'>

export type WantedSlot = { name: RuleName; rule: Rule; slot: Slot }
export type Scope = { client: Client; number?: Buffer; knownHere?: boolean }
export type Mark = 'prelogin'
type Deps = { rules: Rules; mac: Mac }

const DAY_MS = 24 * HOUR_MS
/** What is only counted, without a limit. */
const UNLIMITED = 2_000_000_000

const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS)
const successKey = ({ mac }: Pick<Deps, 'mac'>, kind: string, who: string, day: number) =>
  mac('success', kind, who, String(day))

function callerOf({ dimension }: Rule, { address, device }: Client): string | undefined {
  if (dimension === 'address') return address.host
  if (dimension === 'network') return address.network
  if (dimension === 'browser') return device?.toString('hex')
  return dimension === 'everyone' ? 'everyone' : undefined
}

function slotOf(deps: Deps, name: RuleName, rule: Rule, who: string, now: Date): Slot {
  const { dimension, most, perMs, share = 0, harder = false } = rule
  const earns = share > 0 && who !== UNKNOWN_ADDRESS.host
  return {
    key: deps.mac('limit', name, who),
    most: harder ? most * REFUSED_AT : most,
    share: earns ? (harder ? share * REFUSED_AT : share) : 0,
    // The better one of two days, so that no limit falls at midnight.
    successKeys: earns ? [dayOf(now), dayOf(now) - 1].map((day) => successKey(deps, dimension, who, day)) : [],
    expiresAt: later(now, perMs),
  }
}

/** The slots of a call, one for each rule of its actions. Rules about addresses spare browsers that the account knows. */
export function slotsOf(
  deps: Deps,
  actions: readonly LimitAction[],
  { client, knownHere }: Scope,
  now: Date,
): WantedSlot[] {
  return RULE_NAMES.flatMap((name) => {
    const rule = deps.rules[name]
    const who = callerOf(rule, client)
    const isOfAddress = rule.dimension === 'address' || rule.dimension === 'network'
    if (!actions.includes(rule.action) || who === undefined || (knownHere === true && isOfAddress)) return []
    return [{ name, rule, slot: slotOf(deps, name, rule, who, now) }]
  })
}

/** The slot of one more sign-up of a number. */
export function signUpSlot(deps: Deps, number: Buffer, now: Date): WantedSlot {
  const name = 'signup.number'
  const rule = deps.rules[name]
  return { name, rule, slot: slotOf(deps, name, rule, number.toString('hex'), now) }
}

/** Where the completed sign-ins of an address and its network are counted. */
export const successSlots = (deps: Pick<Deps, 'mac'>, { address }: Client, now: Date): Slot[] =>
  [
    ['address', address.host],
    ['network', address.network],
  ].map(([kind = '', who = '']) => ({
    key: successKey(deps, kind, who, dayOf(now)),
    most: UNLIMITED,
    share: 0,
    successKeys: [],
    expiresAt: new Date((dayOf(now) + 2) * DAY_MS),
  }))

/** A number within a slot: it is counted there once. */
export const numberMark = ({ mac }: Pick<Deps, 'mac'>, { slot }: WantedSlot, who: Buffer): HeldMark => ({
  key: mac('number', slot.key.toString('hex'), who.toString('hex')),
  expiresAt: slot.expiresAt,
})

export const markKey = ({ mac }: Pick<Deps, 'mac'>, mark: Mark, { address, device }: Client, number: Buffer): Buffer =>
  mac('mark', mark, device?.toString('hex') ?? address.host, number.toString('hex'))
