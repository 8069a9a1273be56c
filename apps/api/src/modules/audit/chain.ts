import { AUDIT_EVENTS, type AuditType, isByOperator } from './events.ts'
import type { Device } from '../../platform/device.ts'
import type { Mac } from '../../platform/keyring.ts'
import { random } from '../../platform/random.ts'
import type { RequestContext } from './request-context.ts'

/** Something that happened: ids, never a PIN, a code, a token or a whole number. */
export type AuditEvent = {
  type: AuditType
  accountId?: string | undefined
  phoneIdx?: Buffer | undefined
  familyId?: string | undefined
  device?: Device | undefined
  /** The person at a console who did it, where the request does not say so. */
  staffId?: string | undefined
  /** The network that it is about, where that is not the caller's. */
  network?: string | undefined
  /** A word of ours, never one that a caller sent. */
  reason?: string | undefined
}

/** An event with its moment and its request. */
type NoticedEvent = { event: AuditEvent; at: Date; context: RequestContext | undefined }

/** The details of an event, which are deleted after 90 days, in the order of their columns. */
export const DETAILS = [
  'phonePrefix',
  'familyId',
  'devicePrefix',
  'networkHash',
  'reason',
  'route',
  'requestId',
] as const
type Details = Record<(typeof DETAILS)[number], string | null>

/** An event as it waits for its place in the chain. */
export type Entry = {
  /** To the microsecond, as the database writes it. */
  at: string
  type: string
  outcome: string
  actor: string | null
  details: Details
  salt: Buffer
  detailsHash: Buffer
  mac: Buffer
}
/** A row as it is stored. Without salt its details are deleted. */
export type ChainRow = Omit<Entry, 'salt' | 'mac'> & {
  seq: number
  salt: Buffer | null
  prevHash: Buffer
  hash: Buffer
}

export const MARK_KINDS = ['head', 'reduced', 'removed'] as const
export type MarkKind = (typeof MARK_KINDS)[number]
/** A place in the chain. */
export type Position = { seq: number; hash: Buffer }
/** A signed place in the chain. */
export type Mark = Position & { mac: Buffer }
export type Marks = Record<MarkKind, Mark>

export type Chain = ReturnType<typeof createChain>

const SALT_BYTES = 16
const SHOWN_BYTES = 4
const NETWORK_BYTES = 8
/** PostgreSQL's text can't contain it, so no stored text equals it. */
const NOTHING = '\0'

/** Shorter than every pseudonym, so that it is no account's. */
const OPERATOR = 'operator'

/** A colon is in no pseudonym. */
const STAFF_ACTOR = 'staff:'

const prefixOf = (bytes: Buffer | null | undefined) => bytes?.subarray(0, SHOWN_BYTES).toString('hex') ?? null
/** In UTC: YYYY-MM. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM'.length)
/** As the database writes it, which knows microseconds. */
const timeText = (at: Date) => at.toISOString().replace('Z', '000Z')

/** The hashes that hold the trail together. The key is not in the database, so an intruder there can't make one. */
export function createChain({ mac, actorMac, networkMac }: { mac: Mac; actorMac: Mac; networkMac: Mac }) {
  const hashOfDetails = (salt: Buffer, details: Details) =>
    mac('details', salt.toString('hex'), ...DETAILS.map((name) => details[name] ?? NOTHING))

  const hashOf = ({ seq, at, type, outcome, actor, detailsHash, prevHash }: Omit<ChainRow, 'hash'>) =>
    mac('row', String(seq), at, type, outcome, actor ?? NOTHING, detailsHash.toString('hex'), prevHash.toString('hex'))

  /** The name of an account in the trail: only the holder of the key can find its events. */
  const pseudonym = (accountId: string): string => actorMac('account', accountId).toString('base64url')

  /**
   * A network in the trail: the same within a month, another one in the next. Networks are so few that a hash under
   * one key for ever would be as good as the network itself for joining what a visitor did.
   */
  const networkHash = (month: string, network: string): string =>
    networkMac(month, network).subarray(0, NETWORK_BYTES).toString('hex')

  const actorOf = ({ type, accountId }: AuditEvent, staffId: string | undefined): string | null => {
    if (accountId !== undefined) return pseudonym(accountId)
    if (staffId !== undefined) return STAFF_ACTOR + staffId
    return isByOperator(type) ? OPERATOR : null
  }

  /** An event about an account has the account as its actor: who did it is a detail then. */
  const reasonOf = ({ accountId, reason }: AuditEvent, staffId: string | undefined): string | null => {
    const by = accountId !== undefined && staffId !== undefined ? `by ${staffId}` : undefined
    return [reason, by].filter((part) => part !== undefined).join(' ') || null
  }

  const macOf = ({ at, type, outcome, actor, detailsHash }: Omit<Entry, 'mac' | 'details' | 'salt'>) =>
    mac('entry', at, type, outcome, actor ?? NOTHING, detailsHash.toString('hex'))

  /** An event as it is stored until it is chained. Only a holder of the key makes one. */
  function enter({ event, at, context }: NoticedEvent): Entry {
    const network = event.network ?? context?.network
    const staffId = event.staffId ?? context?.staffId
    const details: Details = {
      phonePrefix: prefixOf(event.phoneIdx),
      familyId: event.familyId ?? null,
      devicePrefix: prefixOf(event.device),
      networkHash: network === undefined ? null : networkHash(monthOf(at), network),
      reason: reasonOf(event, staffId),
      route: context?.route ?? null,
      requestId: context?.requestId ?? null,
    }
    const salt = random(SALT_BYTES)
    const entry = {
      at: timeText(at),
      type: event.type,
      outcome: AUDIT_EVENTS[event.type],
      actor: actorOf(event, staffId),
      details,
      salt,
      detailsHash: hashOfDetails(salt, details),
    }
    return { ...entry, mac: macOf(entry) }
  }

  const isOurs = (entry: Entry): boolean =>
    entry.mac.equals(macOf(entry)) && entry.detailsHash.equals(hashOfDetails(entry.salt, entry.details))

  /** The row of an entry, behind `last`. */
  function link(last: Position, { mac: _, ...entry }: Entry): ChainRow {
    const row = { ...entry, seq: last.seq + 1, prevHash: last.hash }
    return { ...row, hash: hashOf(row) }
  }

  const sign = (kind: MarkKind, { seq, hash }: Position): Buffer => mac('mark', kind, String(seq), hash.toString('hex'))

  /** The start of the chain has no row to sign. */
  const isSigned = (kind: MarkKind, mark: Mark): boolean =>
    mark.seq === 0 ? mark.hash.length === 0 : mark.mac.equals(sign(kind, mark))

  /** Verifies that a row was written behind `last`. Details may be missing where the marks say so. */
  function isWhole(row: ChainRow, last: Position, reducedUpTo: number): boolean {
    if (row.seq !== last.seq + 1 || !row.prevHash.equals(last.hash) || !row.hash.equals(hashOf(row))) return false
    if (row.salt !== null) return row.detailsHash.equals(hashOfDetails(row.salt, row.details))
    return row.seq <= reducedUpTo && DETAILS.every((name) => row.details[name] === null)
  }

  return { pseudonym, prefixOf, networkHash, enter, isOurs, link, sign, isSigned, isWhole }
}
