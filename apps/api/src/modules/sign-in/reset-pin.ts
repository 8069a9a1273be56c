import { AppError, type Language, MINUTE_MS, type SmsDelivery } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { findHolder, keepActive, type PhoneBook } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { refundHits, type TrustedNetworks } from '../rate-limits/index.ts'
import type { Codes, CodeSent } from './code.ts'
import { hasToken, keepToken } from './sign-in-store.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS

/** Names a code of a reset, which is for whichever browser has its id. */
const codeOfReset = (pinId: string) => ({ pinId, phoneIdx: null, purposes: ['reset'] as const })

type Deps = {
  db: Database
  clock: Clock
  /** Derive the tokens that allow a change of the PIN. */
  keys: Keys
  phones: PhoneBook
  networks: TrustedNetworks
  codes: Codes
  audit: Audit
}

/** Proves by SMS that a visitor who forgot the PIN has the phone. */
export class PinReset {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** True if the number has an account with a PIN that can be changed. @throws AppError invalid_phone_number, too_many_requests */
  async isKnown(phone: string, client: Client): Promise<boolean> {
    const { db, phones, networks } = this.#deps
    const { phoneIdx } = phones.locate(phone)
    const holder = await findHolder(db, phoneIdx, client.device)
    if (holder?.recognised !== true) await networks.countLookUp(phoneIdx, client)
    return holder !== undefined
  }

  /**
   * Sends the code to the account's number. Called again inside the wait, it sends nothing and answers the wait.
   * @returns undefined when the number has no account
   * @throws AppError invalid_phone_number, cannot_send_sms, too_many_requests
   */
  async request(phone: string, language: Language, client: Client): Promise<CodeSent | undefined> {
    const { db, phones, networks, codes } = this.#deps
    const { phoneIdx } = phones.locate(phone)
    const holder = await findHolder(db, phoneIdx, client.device)
    if (holder !== undefined)
      return codes.request({ ...holder, accountId: holder.id, purpose: 'reset', language, client })
    // For a number with an account its SMS is counted instead.
    await networks.countLookUp(phoneIdx, client)
    return undefined
  }

  /** Tells how the newest SMS of the code ended. @throws AppError wrong_sms_code */
  deliveryOf(pinId: string): Promise<SmsDelivery> {
    return this.#deps.codes.deliveryOf(codeOfReset(pinId))
  }

  /** Makes a token for one change of the PIN, in this browser. @throws AppError wrong_sms_code */
  async confirm(pinId: string, typed: string, device: Device): Promise<string> {
    const { db, clock, keys, codes, audit } = this.#deps
    const by = device?.toString('hex') ?? 'no cookie'
    const guess = { ...codeOfReset(pinId), typed, by, device }
    // Derived: the browser that lost our answer gets the same again.
    const token = `avrc_${keys.mac(pinId, by).toString('base64url')}`
    const hash = tokenHash(token)
    const code = await codes.claim(guess)
    const isKept =
      code !== undefined &&
      (await db.transaction(async (tx) => {
        const holder = await findHolder(tx, code.phoneIdx, null)
        if (holder === undefined || !(await keepActive(tx, holder.id))) return false
        const refunds = await codes.use(tx, code, by)
        if (refunds === undefined) return false
        const now = clock()
        await keepToken(tx, { hash, accountId: holder.id, device, expiresAt: later(now, TOKEN_LIFE_MS) })
        await refundHits(tx, refunds)
        await audit.append(tx, { type: 'otp.verified', accountId: holder.id, device, reason: 'reset' })
        return true
      }))
    if (isKept) return token
    await codes.findRepeated(guess)
    if (!(await hasToken(db, hash, clock()))) throw new AppError('wrong_sms_code', { restart: true })
    return token
  }
}
