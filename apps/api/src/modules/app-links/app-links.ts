import { randomInt } from 'node:crypto'
import {
  APP_LINK_CHOICES,
  APP_LINK_LIFE_MS,
  AppError,
  type AppLinkNetwork,
  type AppLinkProgress,
  type AppLinkState,
} from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Address, type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { Device } from '../../platform/device.ts'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import { type Keys, sameBytes } from '../../platform/keyring.ts'
import type { Audit } from '../audit/index.ts'
import type { VisitorIntents } from '../intents/index.ts'
import {
  addLink,
  claimLink,
  compareNumber,
  type FollowedLink,
  findLink,
  findLinks,
  type LinkNetwork,
  refuseLink,
} from './app-link-store.ts'

/** 128 bits are enough for five minutes, and keep the QR code coarse. */
const CODE_LENGTH = 22

const FIRST_NUMBER = 10
const NUMBERS = 90

/**
 * The numbers that an app offers: the right one among others. They are derived, so that claiming again gives the same
 * ones and does not single out the right one. `random`: at least 32 unpredictable bytes.
 */
function choicesFor(right: number, random: Buffer): number[] {
  const numbers = new Set([right])
  for (let at = 0; numbers.size < APP_LINK_CHOICES && at + 2 <= random.length; at += 2)
    numbers.add(FIRST_NUMBER + (random.readUInt16BE(at) % NUMBERS))
  return [...numbers].toSorted((one, other) => one - other)
}

/** A caller's network, hashed for one link; null when it is not known. */
const networkOf = (keys: Keys, code: string, { network }: Address): LinkNetwork | null =>
  network === UNKNOWN_ADDRESS.network
    ? null
    : { hash: keys.mac('network', code, network), isIpv6: network.includes(':') }

/** The networks of browser and app. A home has one of each IP version, so different versions tell nothing. */
function compareNetworks(browser: LinkNetwork | null, app: LinkNetwork | null): AppLinkNetwork {
  if (browser === null || app === null || browser.isIpv6 !== app.isIpv6) return 'unknown'
  return sameBytes(browser.hash, app.hash) ? 'same' : 'other'
}

/** The progress that the waiting browser is shown once the intent has ended. */
const ENDED: Readonly<Record<string, AppLinkState>> = {
  confirmed: 'confirmed',
  denied: 'denied',
  executed: 'confirmed',
  expired: 'expired',
  cancelled: 'expired',
}

/** The progress that the waiting browser sees. Only an app that chose the right number acts for this browser. */
function progressOf({ state, expiresAt, accountEnded, intent }: FollowedLink, now: Date): AppLinkProgress {
  const answered = ENDED[intent.state] ?? (intent.expiresAt <= now ? 'expired' : undefined)
  if (state !== 'matched') {
    const over = expiresAt <= now || answered !== undefined
    return { state: over && state !== 'refused' ? 'expired' : state, redirect_uri: null }
  }
  // The end of the payer does not end the payment; the visitor who should have proven their age for it has not.
  if (accountEnded && intent.isForAdults && answered !== 'confirmed') return { state: 'denied', redirect_uri: null }
  const ended = answered ?? 'matched'
  return { state: ended, redirect_uri: ended === 'confirmed' ? intent.redirectUri : null }
}

type Deps = {
  db: Executor
  intents: VisitorIntents
  clock: Clock
  keys: Keys
  publicUrl: string
  audit: Audit
}

/** Joins a waiting browser with the app that acts for it. */
export class AppLinks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError mintid_not_exist, mintid_used */
  async create(mintid: string, { device, address }: Client) {
    const { db, intents, clock, keys, publicUrl } = this.#deps
    const intentId = await intents.openIntent(mintid)
    const now = clock()
    const id = newToken('avln')
    const code = newToken('avqr').slice(-CODE_LENGTH)
    const number = randomInt(FIRST_NUMBER, FIRST_NUMBER + NUMBERS)
    const expiresAt = later(now, APP_LINK_LIFE_MS)
    const hashes = { codeHash: tokenHash(code), idHash: tokenHash(id) }
    await addLink(db, {
      ...hashes,
      intentId,
      device,
      network: networkOf(keys, code, address),
      number,
      createdAt: now,
      expiresAt,
    })
    return { id, url: new URL(`/a/${code}`, publicUrl).href, number, expires_in: secondsUntil(expiresAt, now) }
  }

  /** @throws AppError not_found, also in another browser than the one that created the link */
  async follow(id: string, device: Device): Promise<AppLinkProgress> {
    const { db, clock } = this.#deps
    const link = await findLink(db, tokenHash(id), device)
    if (link === undefined) throw new AppError('not_found')
    return progressOf(link, clock())
  }

  /** Reads the progress of several links, for open event streams; a link that no longer exists is expired. */
  async followAll(ids: readonly string[]): Promise<Map<string, AppLinkProgress>> {
    const { db, clock } = this.#deps
    const now = clock()
    const found = await findLinks(db, ids.map(tokenHash))
    const byHash = new Map(found.map((link) => [link.idHash.toString('hex'), progressOf(link, now)]))
    const gone: AppLinkProgress = { state: 'expired', redirect_uri: null }
    return new Map(ids.map((id) => [id, byHash.get(tokenHash(id).toString('hex')) ?? gone]))
  }

  /** @throws AppError app_link_over */
  async claim(code: string, accountId: string, from: Address) {
    const { db, clock, keys } = this.#deps
    const now = clock()
    const claimed = await claimLink(db, tokenHash(code), accountId, now)
    if (claimed === undefined) throw new AppError('app_link_over')
    const { provider, kind, minimum_age } = await this.#describe(claimed.intentId)
    const numbers = choicesFor(claimed.number, keys.mac('choices', code))
    const network = compareNetworks(claimed.network, networkOf(keys, code, from))
    return { provider, kind, minimum_age, numbers, network, expires_in: secondsUntil(claimed.expiresAt, now) }
  }

  /** @throws AppError app_link_over, app_link_number */
  async match(code: string, accountId: string, number: number) {
    const { db, clock, audit } = this.#deps
    const compared = await compareNumber(db, tokenHash(code), accountId, number, clock())
    if (compared === undefined) throw new AppError('app_link_over')
    if (!compared.matched) {
      await audit.report({ type: 'app_link.other_number', accountId })
      throw new AppError('app_link_number')
    }
    await audit.report({ type: 'app_link.matched', accountId })
    return { mintid: (await this.#describe(compared.intentId)).mintid }
  }

  async refuse(code: string, accountId: string): Promise<void> {
    const { db, clock, audit } = this.#deps
    if (await refuseLink(db, tokenHash(code), accountId, clock()))
      await audit.report({ type: 'app_link.refused', accountId })
  }

  /** Reads what the app shows. @throws AppError app_link_over when the intent is over */
  async #describe(intentId: string) {
    try {
      return await this.#deps.intents.describe(intentId)
    } catch (error) {
      const isOver = error instanceof AppError && error.status < 500
      throw isOver ? new AppError('app_link_over', {}, { cause: error }) : error
    }
  }
}
