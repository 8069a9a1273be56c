import type { Client } from '../../platform/client.ts'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import {
  type LimitAction,
  REFUSED_AT,
  type Rule,
  RULE_NAMES,
  type RuleName,
  RULES,
  type Rules,
  type Subject,
} from './rules.ts'

/** One place of a limit that is wanted for a subject. */
export type Wanted = {
  rule: RuleName
  subject: string
  /** The number that takes the place, for a limit that counts each number once. */
  number?: string
  /**
   * look: there has to be room, and none is taken. ask: none is taken, and the answer says whether it is full. may: taken if
   * there is room.
   */
  take?: 'look' | 'ask' | 'may'
}

/**
 * The numbers of a limit at a moment. Its state is a single number, the level: taking a place raises it by the cost, and
 * time lowers it by raising the floor. There is room while the level is at most `room` above the floor. In milliseconds;
 * a count has no time, and its level is a number.
 */
export type Terms = { floor: number; step: number; room: number }

/** Clocks of processes differ: without slack a request of the same moment would lose the last place. */
const MOST_SLACK_MS = 5_000
const SLACK_SHARE = 0.01

/** The most places that are free at once. */
const placesOf = ({ burst, harder = false }: Rule): number => (harder ? burst * REFUSED_AT : burst)

export function termsOf(rule: Rule, now: Date): Terms {
  if (rule.perMs === null) return { floor: 0, step: 1, room: rule.burst }
  const step = Math.max(1, Math.round(rule.perMs / (rule.most - rule.burst)))
  const slack = Math.min(MOST_SLACK_MS, Math.floor(step * SLACK_SHARE))
  return { floor: now.getTime(), step, room: placesOf(rule) * step + slack }
}

/** Milliseconds until there is room for the cost again; 0 when there is. */
export const waitFor = (level: number, cost: number, { floor, room }: Terms): number =>
  Math.max(0, Math.max(level, floor) + cost - floor - room)

/** The level of a place that was taken. */
export const raised = (level: number, cost: number, { floor }: Terms): number => Math.max(level, floor) + cost

/** Above this level the captcha is harder. */
export const harderFrom = ({ floor, room }: Terms): number => floor + room / REFUSED_AT

/** The part of the completed sign-ins that the limit is at least, for the room that it has. */
export const shareOf = ({ share = 0, harder = false }: Rule): number => (harder ? share * REFUSED_AT : share)

/** Whom a limit is about, as a label. Addresses that can't be read are counted together and earn nothing. */
const SUBJECT_OF: Readonly<Record<Subject, (client: Client, number: Buffer | undefined) => string | undefined>> = {
  address: ({ address }) => address.host,
  network: ({ address }) => address.network,
  browser: ({ device }) => device?.toString('hex'),
  number: (_client, number) => number?.toString('hex'),
  everyone: () => 'everyone',
  country: () => undefined,
}

export type Scope = { client: Client; number?: Buffer; knownHere?: boolean }

const isOfPlace = ({ subject }: Rule) => subject === 'address' || subject === 'network'

const NAMES_OF = Map.groupBy(RULE_NAMES, (name) => RULES[name].action)

/** The places of a call, one for each limit of its actions. Limits of addresses spare browsers that the account knows. */
export function placesFor(
  rules: Rules,
  actions: readonly LimitAction[],
  { client, number, knownHere }: Scope,
): Wanted[] {
  const names = actions.flatMap((action) => NAMES_OF.get(action) ?? [])
  return names.flatMap((name) => {
    const rule: Rule = rules[name]
    const subject = SUBJECT_OF[rule.subject](client, number)
    if (subject === undefined || (knownHere === true && isOfPlace(rule))) return []
    return [{ rule: name, subject, ...(rule.ofNumbers === true && { number: number?.toString('hex') ?? '' }) }]
  })
}

/** Whose completed sign-ins make more room; undefined for a limit that none do. */
export const earnerOf = ({ share = 0, subject }: Rule, who: string): [Subject, string] | undefined =>
  share > 0 && who !== UNKNOWN_ADDRESS.host ? [subject, who] : undefined

/** The cost of a place where sign-ins were completed: as many are free at once as the share of them, or more. */
export const costOf = ({ step, room }: Terms, share: number, signIns: number): number =>
  share * signIns > 1 ? Math.min(step, Math.max(1, Math.floor(room / (share * signIns)))) : step

/** The address and the network of a sign-in that was completed. */
export const earnersOf = ({ address }: Client): [Subject, string][] =>
  address.host === UNKNOWN_ADDRESS.host
    ? []
    : [
        ['address', address.host],
        ['network', address.network],
      ]
