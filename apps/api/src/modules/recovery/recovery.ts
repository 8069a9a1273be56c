import { AppError, type Language, MINUTE_MS } from '@avouch/contract'
import type { AccountStore, PhoneBook } from '../accounts/ports.ts'
import { type Clock, later } from '../clock.ts'
import type { Codes, CodeSent } from '../codes/index.ts'
import type { Device } from '../device.ts'
import { newToken, tokenHash } from '../identifier.ts'
import type { Pins } from '../pins/index.ts'
import type { RecoveryStore } from './ports.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS
/** Nobody's account: a guess at an unknown challenge costs the same statement and gets the same answer. */
const NOBODY = ''

type Deps = {
  accounts: AccountStore
  store: RecoveryStore
  phones: PhoneBook
  pins: Pick<Pins, 'protect'>
  codes: Pick<Codes, 'start' | 'check'>
  clock: Clock
}
export type Recovery = ReturnType<typeof createRecovery>

/** From a forgotten PIN to another one. The number proves the person; the new PIN travels only with the last call. */
export function createRecovery({ accounts, store, phones, pins, codes, clock }: Deps) {
  function locate(digits: string): Buffer {
    const number = phones.canonical(digits)
    if (number === undefined) throw new AppError('invalid_phone_number')
    return phones.index(number)
  }

  async function accountBy(phone: string) {
    const account = await accounts.findByPhone(locate(phone))
    return account?.active === true ? account : undefined
  }

  /** Whether there is an account whose PIN can be changed. */
  const isKnown = async (phone: string): Promise<boolean> => (await accountBy(phone)) !== undefined

  /**
   * Sends the code to the account's number. Asked again inside the wait, it sends nothing and tells the wait.
   * @returns undefined when the number has no account
   * @throws AppError cannot_send_sms, too_many_requests
   */
  async function sendCode(phone: string, language: Language, device: Device): Promise<CodeSent | undefined> {
    const account = await accountBy(phone)
    if (account === undefined) return undefined
    const { id, phoneIdx, phoneEnc } = account
    return codes.start({ purpose: 'reset', owner: { accountId: id }, device, phoneIdx, phoneEnc, language })
  }

  /** A token for one change of the PIN. @throws AppError wrong_sms_code */
  async function confirmCode(pinId: string, code: string, device: Device): Promise<string> {
    const accountId = (await store.accountOf(pinId)) ?? NOBODY
    await codes.check({ id: pinId, owner: { accountId }, device, purposes: ['reset'] }, code)
    const token = newToken('avrc')
    const now = clock()
    const kept = { hash: tokenHash(token), accountId, device, expiresAt: later(now, TOKEN_LIFE_MS), now }
    if (!(await store.prove(pinId, kept))) throw new AppError('wrong_sms_code', { restart: true })
    return token
  }

  /** @throws AppError wrong_verification when the token does not allow it */
  async function changePin(phone: string, pin: string, recoverPinToken: string, device: Device): Promise<void> {
    const phoneIdx = locate(phone)
    const pinEnc = await pins.protect(pin, phoneIdx.toString('hex'))
    const spent = tokenHash(recoverPinToken)
    const changed = await store.changePin({ tokenHash: spent, device, phoneIdx, pinEnc, now: clock() })
    if (!changed) throw new AppError('wrong_verification')
  }

  return { isKnown, sendCode, confirmCode, changePin }
}
