import { AppError, type ErrorCode } from '@avouch/contract'
import { type Account, findHolder, findRegistrations, pinOf } from '../accounts/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Along, GuessSettlement, RightPin } from '../pins/index.ts'
import type { SessionOwner } from '../sessions/index.ts'
import type { Deps } from './deps.ts'
import { type Gate, gateOf, passGate } from './guess-limits.ts'

/** After so many wrong PINs of strangers the token endpoint, which has no captcha, requires a pre-login before. */
const FAILURES_WITHOUT_CAPTCHA = 3
const WRONG_GUESSES: ReadonlySet<ErrorCode> = new Set(['wrong_login_info', 'phone_number_does_not_exist'])

const isWrongGuess = (error: unknown) => error instanceof AppError && WRONG_GUESSES.has(error.code)

/** Whose PIN was right. `known`: the account knows the browser. */
type Found<Owner> = { owner: Owner; known: boolean; right: RightPin }

/**
 * Goes on with the account of number and PIN, for a caller who has passed the captcha.
 * @returns undefined for a number that was registered but never confirmed, if that may be revealed
 * @throws AppError wrong_login_info, phone_number_does_not_exist if that may be revealed, too_many_requests
 */
export async function withHolderAtPreLogin<T>(
  deps: Deps,
  phoneIdx: Buffer,
  pin: string,
  client: Client,
  next: (found: Found<Account>) => Promise<T>,
): Promise<T | undefined> {
  const { db, clock, pins, disclosure, limits } = deps
  const { account, known } = await findHolder(db, phoneIdx, client.device)
  const existence = disclosure.placesOf(phoneIdx, client, known)
  return guess(deps, async (settlement) => {
    const marks = [limits.markOf('prelogin', client, phoneIdx)]
    const gate = gateOf(deps, { client, number: phoneIdx, knownHere: known }, settlement, { existence, marks })
    if (account !== undefined) {
      const follow = (_: number, right: RightPin) => next({ owner: account, known, right })
      return pins.check([pinOf(account)], pin, client, follow, { known, beside: gate.beside, settlement })
    }
    await pins.verifyUnknownNumber(phoneIdx, pin, client, gate.beside)
    if (!gate.reveals()) throw new AppError('wrong_login_info')
    if ((await findRegistrations(db, phoneIdx, clock())).length > 0) return undefined
    throw new AppError('phone_number_does_not_exist')
  })
}

/**
 * Goes on with the account or the registration that may have the SMS code. A number whose account is concealed has
 * registrations like any other, and costs as many comparisons.
 * @throws AppError wrong_login_info, too_many_requests
 */
export async function withHolderAtGrant<T>(
  deps: Deps,
  phoneIdx: Buffer,
  pin: string,
  client: Client,
  next: (found: Found<SessionOwner>) => Promise<T>,
): Promise<T> {
  const { db, clock, pins } = deps
  const { account, known } = await findHolder(db, phoneIdx, client.device)
  const open = await findRegistrations(db, phoneIdx, clock())
  const registrations = account === undefined ? open : open.filter(({ kind }) => kind === 'taken')
  return guess(deps, async (settlement) => {
    const gate = gateOf(deps, { client, number: phoneIdx, knownHere: known }, settlement)
    if (account !== undefined) {
      const follow = (right: RightPin) => next({ owner: { accountId: account.id }, known, right })
      try {
        return await checkAccount(deps, account, { pin, client, known, gate, settlement }, follow)
      } catch (error) {
        if (registrations.length === 0 || !isWrongGuess(error)) throw error
      }
    } else if (registrations.every(({ kind }) => kind === 'concealed'))
      await pins.verifyUnknownNumber(phoneIdx, pin, client, gate.beside)
    if (registrations.length === 0) throw new AppError('wrong_login_info')

    const sealedBy = phoneIdx.toString('hex')
    const candidates = registrations.map(({ id, pinEnc }) => ({
      owner: sealedBy,
      sealed: pinEnc,
      phoneIdx,
      registrationId: id,
    }))
    const follow = (index: number, right: RightPin) => {
      const match = registrations[index]
      if (match === undefined) throw new AppError('wrong_login_info')
      return next({ owner: { registrationId: match.id }, known, right })
    }
    return pins.check(candidates, pin, client, follow, { ...(!gate.isPassed() && { beside: gate.beside }), settlement })
  })
}

type Typed = Required<Pick<Along, 'known' | 'settlement'>> & { pin: string; client: Client; gate: Gate }

async function checkAccount<T>(
  deps: Deps,
  account: Account,
  { pin, client, known, gate, settlement }: Typed,
  follow: (right: RightPin) => Promise<T>,
): Promise<T> {
  const { pins, limits } = deps
  const { phoneIdx } = account
  const mayGuess =
    known ||
    (await pins.hasFewFailures(phoneIdx, FAILURES_WITHOUT_CAPTCHA)) ||
    (await limits.isMarked('prelogin', client, phoneIdx))
  if (mayGuess) {
    const along = { known, beside: gate.beside, settlement }
    return pins.check([pinOf(account)], pin, client, (_, right) => follow(right), along)
  }
  await passGate(deps, gate)
  await pins.verifyDummy(phoneIdx, pin, client)
  throw new AppError('wrong_login_info')
}

/** The limits of wrong guesses keep their places for one, and get them back after everything else. */
async function guess<T>({ pins }: Deps, run: (settlement: GuessSettlement) => Promise<T>): Promise<T> {
  const settlement = pins.settlement()
  try {
    return await run(settlement)
  } catch (error) {
    if (isWrongGuess(error)) settlement.forget()
    throw error
  } finally {
    await settlement.finish()
  }
}
