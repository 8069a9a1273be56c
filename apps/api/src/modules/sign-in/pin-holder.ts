import { AppError, type ErrorCode } from '@avouch/contract'
import { type Account, type AccountStore, pinOf } from '../accounts/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Limits } from '../limits/index.ts'
import type { Pins } from '../pins/index.ts'
import type { SessionOwner } from '../sessions/index.ts'

/** After so many wrong PINs of strangers the token endpoint, which asks for no captcha, wants a pre-login before. */
const UNASKED_FAILURES = 3
const WRONG_GUESSES: ReadonlySet<ErrorCode> = new Set(['wrong_login_info', 'phone_number_does_not_exist'])

type Deps = {
  accounts: Pick<AccountStore, 'findByPhone' | 'registrations'>
  pins: Pins
  limits: Pick<Limits, 'attempt' | 'mark' | 'isMarked'>
  clock: Clock
}
export type PinHolders = ReturnType<typeof createPinHolders>

const isWrongGuess = (error: unknown) => error instanceof AppError && WRONG_GUESSES.has(error.code)

/** Whose PIN it is: an account's, or that of a registration that is not one yet. */
export function createPinHolders({ accounts, pins, limits, clock }: Deps) {
  async function activeAccount(phoneIdx: Buffer): Promise<Account | undefined> {
    const account = await accounts.findByPhone(phoneIdx)
    return account?.active === true ? account : undefined
  }

  /** Takes a place for a wrong guess, which a right one gives back. */
  const guess = async <T>(phoneIdx: Buffer, client: Client, run: () => Promise<T>): Promise<T> =>
    limits.attempt({
      actions: ['login-failed', 'login-numbers'],
      client,
      number: phoneIdx,
      knownHere: await pins.knows(phoneIdx, client.device),
      run,
      fails: isWrongGuess,
      refusal: (details) => new AppError('too_many_requests', details),
    })

  /**
   * The account of number and PIN, for a caller who has passed the captcha.
   * @returns undefined for a number that was registered but never confirmed, if that is told
   * @throws AppError wrong_login_info, phone_number_does_not_exist if that is told, too_many_requests
   */
  async function atPreLogin(phoneIdx: Buffer, pin: string, client: Client, tells: boolean) {
    await limits.mark('prelogin', client, phoneIdx)
    return guess(phoneIdx, client, async () => {
      const account = await activeAccount(phoneIdx)
      if (account !== undefined) {
        await pins.check([pinOf(account)], pin, client.device)
        return account
      }
      await pins.checkNobody(phoneIdx, pin, client.device)
      if (!tells) throw new AppError('wrong_login_info')
      if ((await accounts.registrations(phoneIdx, clock())).length > 0) return undefined
      throw new AppError('phone_number_does_not_exist')
    })
  }

  async function checkAccount(account: Account, pin: string, client: Client): Promise<void> {
    const { phoneIdx } = account
    const mayGuess =
      (await pins.knows(phoneIdx, client.device)) ||
      (await pins.failuresOfStrangers(phoneIdx)) < UNASKED_FAILURES ||
      (await limits.isMarked('prelogin', client, phoneIdx))
    if (mayGuess) return void (await pins.check([pinOf(account)], pin, client.device))
    await pins.pretend(pin)
    throw new AppError('wrong_login_info')
  }

  /**
   * Who may go on to the SMS code. A number whose account is concealed has registrations like any other, and costs as
   * many comparisons.
   * @throws AppError wrong_login_info, too_many_requests
   */
  const atGrant = (phoneIdx: Buffer, pin: string, client: Client): Promise<SessionOwner> =>
    guess(phoneIdx, client, async () => {
      const account = await activeAccount(phoneIdx)
      const open = await accounts.registrations(phoneIdx, clock())
      const registrations = account === undefined ? open : open.filter(({ kind }) => kind === 'taken')
      if (account !== undefined) {
        try {
          await checkAccount(account, pin, client)
          return { accountId: account.id }
        } catch (error) {
          if (registrations.length === 0 || !isWrongGuess(error)) throw error
        }
      } else if (registrations.every(({ kind }) => kind === 'concealed'))
        await pins.checkNobody(phoneIdx, pin, client.device)
      if (registrations.length === 0) throw new AppError('wrong_login_info')

      const owner = phoneIdx.toString('hex')
      const candidates = registrations.map(({ id, pinEnc }) => ({
        owner,
        sealed: pinEnc,
        phoneIdx,
        registrationId: id,
      }))
      const match = registrations[await pins.check(candidates, pin, client.device)]
      if (match === undefined) throw new AppError('wrong_login_info')
      return { registrationId: match.id }
    })

  return { activeAccount, atPreLogin, atGrant }
}
