import type { Device } from '../../platform/device.ts'
import type { AuditType } from './events.ts'
import type { Present } from './present.ts'

/** Something that happened, as whoever noticed it says it: ids, never a PIN, a code, a token or a whole number. */
export type AuditEvent = {
  type: AuditType
  accountId?: string | undefined
  phoneIdx?: Buffer | undefined
  familyId?: string | undefined
  device?: Device | undefined
  /** A word of ours, never one that somebody sent. */
  reason?: string | undefined
}

/** An event with its moment and its request, which are others by the time it is written down. */
export type Noticed = { event: AuditEvent; at: Date; present: Present | undefined }

/** Writes events down in a short transaction of their own. It never throws: what was answered stays answered. */
export type Report = (...events: AuditEvent[]) => Promise<void>

/** What goes after a while. */
export type Details = {
  phonePrefix: string | null
  familyId: string | null
  devicePrefix: string | null
  network: string | null
  reason: string | null
  route: string | null
  requestId: string | null
}

/** A row as it is stored. Without salt its details are gone. */
export type ChainRow = {
  seq: number
  /** To the microsecond, as the database writes it. */
  at: string
  type: string
  outcome: string
  actor: string | null
  details: Details
  salt: Buffer | null
  detailsHash: Buffer
  prevHash: Buffer
  hash: Buffer
}

export type MarkKind = 'head' | 'reduced' | 'removed'
/** A signed place in the chain. */
export type Mark = { seq: number; hash: Buffer; mac: Buffer }
export type Marks = Record<MarkKind, Mark>

/** The chain as it is at one moment. */
export type ChainReader = {
  marks(): Promise<Marks>
  /** Rows behind `seq`, in order. */
  rowsAfter(seq: number, atMost: number): Promise<ChainRow[]>
}

/** Until when an event like this one is not written down again, unless it has another value. */
export type AuditNote = { name: string; value: string; until: Date }

export type AuditStore = {
  append(noticed: readonly Noticed[]): Promise<void>
  /** Unless it is noted already, by any process. */
  appendRarely(event: AuditEvent, note: AuditNote, now: Date): Promise<void>
  /** What is known of an account, by its pseudonym, the oldest first. */
  ofActor(actor: string): Promise<{ type: string; at: Date }[]>
  /** Details that are older go; the signed mark says up to where. */
  reduce(before: Date): Promise<void>
  /** Rows that are older go. */
  remove(before: Date): Promise<void>
  read<T>(run: (reader: ChainReader) => Promise<T>): Promise<T>
}
