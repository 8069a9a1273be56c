import { randomInt } from 'node:crypto'
import { APP_LINK_LIFE_MS, AppError, type AppLinkProgress } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import type { Intents } from '../intents/index.ts'
import { choicesFor } from './numbers.ts'
import type { AppLinkStore } from './ports.ts'
import { progressOf } from './progress.ts'

/** 128 bits are enough for five minutes, and keep the QR code coarse. */
const CODE_LENGTH = 22

type Deps = {
  store: AppLinkStore
  intents: Pick<Intents, 'openIntent' | 'describe'>
  clock: Clock
  mac: (...parts: string[]) => Buffer
  publicUrl: string
  report: Report
}
export type AppLinks = ReturnType<typeof createAppLinks>

/** Joins a browser that waits with the app that acts for it. */
export function createAppLinks({ store, intents, clock, mac, publicUrl, report }: Deps) {
  /** What the app is told; a link of an intent that is over is over too. */
  async function describe(intentId: string) {
    try {
      return await intents.describe(intentId)
    } catch (error) {
      if (error instanceof AppError) throw new AppError('app_link_over', {}, { cause: error })
      throw error
    }
  }

  /** @throws AppError mintid_not_exist, mintid_used */
  async function create(mintid: string, device: Device) {
    const intentId = await intents.openIntent(mintid)
    const now = clock()
    const id = newToken('avln')
    const code = newToken('avqr').slice(-CODE_LENGTH)
    const number = randomInt(10, 100)
    const expiresAt = later(now, APP_LINK_LIFE_MS)
    const hashes = { codeHash: tokenHash(code), idHash: tokenHash(id) }
    await store.create({ ...hashes, intentId, device, number, createdAt: now, expiresAt })
    return { id, url: new URL(`/a/${code}`, publicUrl).href, number, expires_in: secondsUntil(expiresAt, now) }
  }

  /** @throws AppError not_found, also in another browser than the one that waits */
  async function follow(id: string, device: Device): Promise<AppLinkProgress> {
    const link = await store.follow(tokenHash(id), device)
    if (link === undefined) throw new AppError('not_found')
    return progressOf(link, clock())
  }

  /** Several at once, for pages that are pushed to; those that are gone are over. */
  async function followAll(ids: readonly string[]): Promise<Map<string, AppLinkProgress>> {
    const now = clock()
    const found = await store.followAll(ids.map(tokenHash))
    const byHash = new Map(found.map(({ idHash, link }) => [idHash.toString('hex'), progressOf(link, now)]))
    const gone: AppLinkProgress = { state: 'expired', redirect_uri: null }
    return new Map(ids.map((id) => [id, byHash.get(tokenHash(id).toString('hex')) ?? gone]))
  }

  /** @throws AppError app_link_over */
  async function claim(code: string, accountId: string) {
    const now = clock()
    const claimed = await store.claim(tokenHash(code), accountId, now)
    if (claimed === undefined) throw new AppError('app_link_over')
    const { provider, kind, minimum_age } = await describe(claimed.intentId)
    const numbers = choicesFor(claimed.number, mac('choices', code))
    return { provider, kind, minimum_age, numbers, expires_in: secondsUntil(claimed.expiresAt, now) }
  }

  /** @throws AppError app_link_over, app_link_number */
  async function match(code: string, accountId: string, number: number) {
    const compared = await store.match(tokenHash(code), accountId, number, clock())
    if (compared === undefined) throw new AppError('app_link_over')
    if (!compared.matched) {
      await report({ type: 'app_link.other_number', accountId, reason: compared.intentId })
      throw new AppError('app_link_number')
    }
    await report({ type: 'app_link.matched', accountId, reason: compared.intentId })
    return { mintid: (await describe(compared.intentId)).mintid }
  }

  async function refuse(code: string, accountId: string): Promise<void> {
    if (await store.refuse(tokenHash(code), accountId, clock())) await report({ type: 'app_link.refused', accountId })
  }

  return { create, follow, followAll, claim, match, refuse }
}
