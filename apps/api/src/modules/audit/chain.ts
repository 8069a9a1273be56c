import { randomBytes } from 'node:crypto'
import { AUDIT_EVENTS, isByOperator } from './events.ts'
import type { AuditEvent, ChainRow, Details, Mark, MarkKind } from './ports.ts'
import type { Present } from './present.ts'
import type { Mac } from '../../platform/keyring.ts'

export type Chain = ReturnType<typeof createChain>

const SALT_BYTES = 16
const SHOWN_BYTES = 4
/** PostgreSQL's text can't hold it, so nothing that is written down looks like nothing. */
const NOTHING = '\0'

/** Shorter than every pseudonym, so that it is nobody's. */
const OPERATOR = 'operator'

const prefixOf = (bytes: Buffer | null | undefined) => bytes?.subarray(0, SHOWN_BYTES).toString('hex') ?? null
/** As the database writes it, which knows microseconds. */
const timeText = (at: Date) => at.toISOString().replace('Z', '000Z')

const DETAILS = ['phonePrefix', 'familyId', 'devicePrefix', 'network', 'reason', 'route', 'requestId'] as const

/** The hashes that hold the trail together. Its key is not in the database, so nobody there can make one. */
export function createChain({ mac, actorMac }: { mac: Mac; actorMac: Mac }) {
  const hashOfDetails = (salt: Buffer, details: Details) =>
    mac('details', salt.toString('hex'), ...DETAILS.map((name) => details[name] ?? NOTHING))

  const hashOf = ({ seq, at, type, outcome, actor, detailsHash, prevHash }: Omit<ChainRow, 'hash'>) =>
    mac('row', String(seq), at, type, outcome, actor ?? NOTHING, detailsHash.toString('hex'), prevHash.toString('hex'))

  /** What an account is called in the trail; who has the key can find its events, nobody else. */
  const pseudonym = (accountId: string): string => actorMac('account', accountId).toString('base64url')

  const actorOf = ({ type, accountId }: AuditEvent): string | null => {
    if (accountId !== undefined) return pseudonym(accountId)
    return isByOperator(type) ? OPERATOR : null
  }

  /** The row of an event, behind `last`. */
  function link(last: Pick<Mark, 'seq' | 'hash'>, event: AuditEvent, present: Present | undefined, at: Date): ChainRow {
    const details: Details = {
      phonePrefix: prefixOf(event.phoneIdx),
      familyId: event.familyId ?? null,
      devicePrefix: prefixOf(event.device),
      network: present?.network ?? null,
      reason: event.reason ?? null,
      route: present?.route ?? null,
      requestId: present?.requestId ?? null,
    }
    const salt = randomBytes(SALT_BYTES)
    const row = {
      seq: last.seq + 1,
      at: timeText(at),
      type: event.type,
      outcome: AUDIT_EVENTS[event.type],
      actor: actorOf(event),
      details,
      salt,
      detailsHash: hashOfDetails(salt, details),
      prevHash: last.hash,
    }
    return { ...row, hash: hashOf(row) }
  }

  const sign = (kind: MarkKind, { seq, hash }: Pick<Mark, 'seq' | 'hash'>): Buffer =>
    mac('mark', kind, String(seq), hash.toString('hex'))

  /** The start of all is not signed: there is nothing yet to sign. */
  const isSigned = (kind: MarkKind, mark: Mark): boolean =>
    mark.seq === 0 ? mark.hash.length === 0 : mark.mac.equals(sign(kind, mark))

  /** Whether a row is what was written behind `last`. Details may be missing where the marks say so. */
  function isWhole(row: ChainRow, last: Pick<Mark, 'seq' | 'hash'>, reducedUpTo: number): boolean {
    if (row.seq !== last.seq + 1 || !row.prevHash.equals(last.hash) || !row.hash.equals(hashOf(row))) return false
    if (row.salt !== null) return row.detailsHash.equals(hashOfDetails(row.salt, row.details))
    return row.seq <= reducedUpTo && DETAILS.every((name) => row.details[name] === null)
  }

  return { pseudonym, link, sign, isSigned, isWhole }
}
