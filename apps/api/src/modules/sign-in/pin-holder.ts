import { AppError, type ErrorCode } from '@avouch/contract'
import { type Account, findActiveAccount, findRegistrations, pinOf } from '../accounts/index.ts'
import type { Client } from '../../platform/client.ts'
import type { SessionOwner } from '../sessions/index.ts'
import type { Deps } from './deps.ts'

/** After so many wrong PINs of strangers the token endpoint, which has no captcha, requires a pre-login before. */
const FAILURES_WITHOUT_CAPTCHA = 3
const WRONG_GUESSES: ReadonlySet<ErrorCode> = new Set(['wrong_login_info', 'phone_number_does_not_exist'])

const isWrongGuess = (error: unknown) => error instanceof AppError && WRONG_GUESSES.has(error.code)

/**
 * The account of number and PIN, for a caller who has passed the captcha.
 * @returns undefined for a number that was registered but never confirmed, if that may be revealed
 * @throws AppError wrong_login_info, phone_number_does_not_exist if that may be revealed, too_many_requests
 */
export async function holderAtPreLogin(
  deps: Deps,
  phoneIdx: Buffer,
  pin: string,
  client: Client,
  reveals: boolean,
): Promise<Account | undefined> {
  const { db, clock, pins, limits } = deps
  await limits.mark('prelogin', client, phoneIdx)
  return guess(deps, phoneIdx, client, async () => {
    const account = await findActiveAccount(db, phoneIdx)
    if (account !== undefined) {
      await pins.check([pinOf(account)], pin, client)
      return account
    }
    await pins.verifyUnknownNumber(phoneIdx, pin, client)
    if (!reveals) throw new AppError('wrong_login_info')
    if ((await findRegistrations(db, phoneIdx, clock())).length > 0) return undefined
    throw new AppError('phone_number_does_not_exist')
  })
}

/**
 * The account or the registration that may go on to the SMS code. A number whose account is concealed has registrations
 * like any other, and costs as many comparisons.
 * @throws AppError wrong_login_info, too_many_requests
 */
export const holderAtGrant = (deps: Deps, phoneIdx: Buffer, pin: string, client: Client): Promise<SessionOwner> =>
  guess(deps, phoneIdx, client, async () => {
    const { db, clock, pins } = deps
    const account = await findActiveAccount(db, phoneIdx)
    const open = await findRegistrations(db, phoneIdx, clock())
    const registrations = account === undefined ? open : open.filter(({ kind }) => kind === 'taken')
    if (account !== undefined) {
      try {
        await checkAccount(deps, account, pin, client)
        return { accountId: account.id }
      } catch (error) {
        if (registrations.length === 0 || !isWrongGuess(error)) throw error
      }
    } else if (registrations.every(({ kind }) => kind === 'concealed'))
      await pins.verifyUnknownNumber(phoneIdx, pin, client)
    if (registrations.length === 0) throw new AppError('wrong_login_info')

    const owner = phoneIdx.toString('hex')
    const candidates = registrations.map(({ id, pinEnc }) => ({ owner, sealed: pinEnc, phoneIdx, registrationId: id }))
    const match = registrations[await pins.check(candidates, pin, client)]
    if (match === undefined) throw new AppError('wrong_login_info')
    return { registrationId: match.id }
  })

async function checkAccount({ pins, limits }: Deps, account: Account, pin: string, client: Client): Promise<void> {
  const { phoneIdx } = account
  const mayGuess =
    (await pins.knows(phoneIdx, client.device)) ||
    (await pins.hasFewFailures(phoneIdx, FAILURES_WITHOUT_CAPTCHA)) ||
    (await limits.isMarked('prelogin', client, phoneIdx))
  if (mayGuess) return void (await pins.check([pinOf(account)], pin, client))
  await pins.verifyDummy(phoneIdx, pin, client)
  throw new AppError('wrong_login_info')
}

/** Counts the guess against the limits of wrong ones before it runs, and takes it back when it was right. */
const guess = async <T>({ pins, limits }: Deps, phoneIdx: Buffer, client: Client, run: () => Promise<T>): Promise<T> =>
  limits.attempt({
    actions: ['login-failed', 'login-numbers'],
    client,
    number: phoneIdx,
    knownHere: await pins.knows(phoneIdx, client.device),
    run,
    fails: isWrongGuess,
    refusal: (details) => new AppError('too_many_requests', details),
  })
