import { createHash, X509Certificate } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import type { Outbox } from '../../platform/outbox.ts'
import type { Audit } from '../audit/index.ts'
import { fetchList, readList } from './fetch-list.ts'
import { ListRefused, ListUnavailable, type TrustedList, type TrustedListSetting } from './list.ts'
import * as store from './trust-store.ts'

const FETCH_EVERY_MS = 6 * HOUR_MS
const TRY_AGAIN_MS = MINUTE_MS
/** A list that was refused is not read again every minute. */
const REFUSED_MS = HOUR_MS
/** A list stays valid for this time after its announced next update. */
const GRACE_MS = 24 * HOUR_MS

type Anchor = { docTypes: readonly string[]; certificate: X509Certificate }
type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  warn: Warn
  settings: {
    /** Those of the operator's file. */
    anchors: readonly Anchor[]
    lists: readonly TrustedListSetting[]
    /** Extended key usages of those who sign documents. */
    signerUsages: readonly string[]
  }
}

const fingerprintOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const known = new Map<string, X509Certificate>()

/** Parses a certificate by OpenSSL. @returns undefined for a certificate that it can't read */
function readCertificate(bytes: Buffer): X509Certificate | undefined {
  const name = fingerprintOf(bytes).toString('base64')
  try {
    const certificate = known.get(name) ?? new X509Certificate(bytes)
    known.set(name, certificate)
    return certificate
  } catch {
    // OpenSSL can't read it.
    return undefined
  }
}

/** Decides which issuers' proofs are accepted: by trusted lists that are fetched, verified and stored, and by the operator's file. */
export class Trust {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Reads the trust anchors for a kind of document, and the key usages that a signer needs. */
  async trustedFor(docType: string) {
    const anchors = (await this.anchors(docType)).map(({ certificate }) => certificate)
    return { anchors, usages: this.#deps.settings.signerUsages }
  }

  /** Lists the trusted lists and their state, for the operator. */
  lists() {
    return store.readLists(this.#deps.db)
  }

  /** Reads the certificates in force for a kind of document, with the list that each is of; null: of the file. */
  async anchors(docType: string) {
    const { db, clock, settings } = this.#deps
    const isFor = ({ docTypes }: { docTypes: readonly string[] }) => docTypes.includes(docType)
    const pinned = new Map(settings.lists.filter(isFor).map(({ url, signers }) => [url, signers()]))
    const now = clock()
    const listed = pinned.size === 0 ? [] : await store.readAnchors(db, [...pinned.keys()])
    const inForce = listed.filter(({ url, signer, nextUpdate }) => {
      const isPinned = pinned.get(url)?.includes(fingerprintOf(signer).toString('hex')) === true
      return isPinned && later(nextUpdate, GRACE_MS) > now
    })
    return [
      ...settings.anchors.filter(isFor).map(({ certificate }) => ({ list: null, certificate })),
      ...inForce.flatMap(({ url, certificate: bytes }) => {
        const certificate = readCertificate(bytes)
        return certificate === undefined ? [] : [{ list: url, certificate }]
      }),
    ]
  }

  /** Fetches every list now. */
  async refreshAll(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.setLists()
    for (const list of this.#deps.settings.lists) await this.#refresh(list, signal)
  }

  /** Stores which lists the settings name now. */
  setLists(): Promise<void> {
    const { db, clock, settings } = this.#deps
    const urls = settings.lists.map(({ url }) => url)
    return db.transaction((tx) => store.setLists(tx, urls, clock()))
  }

  readonly outbox: Outbox = {
    ...store.LIST_OUTBOX,
    limits: { inAll: 1 },
    run: async ({ id }, signal) => {
      const list = this.#deps.settings.lists.find(({ url }) => url === id)
      if (list !== undefined) await this.#refresh(list, signal)
      return undefined
    },
  }

  /** Puts a newer list in the place of the one in force; whatever fails leaves that one. */
  async #refresh(setting: TrustedListSetting, signal: AbortSignal): Promise<void> {
    const { db, clock, audit, warn } = this.#deps
    try {
      const text = await fetchList(setting.url, signal)
      const order = { format: setting.format, text, pins: setting.signers() }
      await this.#accept(setting, await readList(order, signal))
    } catch (error) {
      if (!(error instanceof ListRefused)) throw error
      if (signal.aborted) return
      const wait = error instanceof ListUnavailable ? Math.max(TRY_AGAIN_MS, error.retryAfterMs) : REFUSED_MS
      const now = clock()
      await store.writeProblem(db, setting.url, { problem: error.message, nextTryAt: later(now, wait), now })
      warn('trusted list not accepted', { list: setting.url, reason: error.message })
      await audit.report({ type: 'trust.list_refused', reason: error.message })
    }
  }

  #accept(setting: TrustedListSetting, list: TrustedList): Promise<void> {
    const { db, clock, audit, warn } = this.#deps
    const now = clock()
    if (later(list.nextUpdate, GRACE_MS) <= now) throw new ListRefused('out of date')
    const certificates = list.services
      .filter(({ type, status }) => setting.serviceTypes.includes(type) && setting.statuses.includes(status))
      .flatMap((service) => service.certificates)
    const readable = certificates.filter((certificate) => {
      const isReadable = readCertificate(certificate) !== undefined
      if (!isReadable) warn('certificate of a trusted list not readable', { list: setting.url })
      return isReadable
    })
    if (list.unreadable > 0)
      warn('entries of a trusted list not readable', { list: setting.url, count: list.unreadable })
    const anchors = readable.map((certificate) => ({ fingerprint: fingerprintOf(certificate), certificate }))
    const said = anchors.map(({ fingerprint }) => fingerprint.toString('hex')).toSorted()
    const contentHash = fingerprintOf(Buffer.from([list.nextUpdate.toISOString(), ...said].join()))
    const kept = { ...list, url: setting.url, contentHash, anchors, now, nextTryAt: later(now, FETCH_EVERY_MS) }
    return db.transaction(async (tx) => {
      const accepted = await store.acceptList(tx, kept)
      if (accepted === undefined) throw new ListRefused(`older than the one in force: ${list.sequence}`)
      if (accepted.changed)
        await audit.append(tx, { type: 'trust.list_changed', reason: `${setting.url} ${list.sequence}` })
    })
  }
}
