import { AppError, type TokenAnswer } from '@avouch/contract'
import type { CodeSent } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { RightPin } from '../pins/index.ts'
import type { SessionOwner } from '../sessions/index.ts'
import { withHolderAtGrant, withHolderAtPreLogin } from './pin-holder.ts'
import { warnAtGrant, warnAtPreLogin } from './right-pin.ts'
import type { Deps } from './deps.ts'

const PIN = /^[0-9]{4}$/

/**
 * Number and PIN first, then the SMS: a client that does not know the PIN can't send one to the number.
 * @returns undefined for a number that was registered but never confirmed
 * @throws AppError wrong_login_info, phone_number_does_not_exist, account_locked, too_many_requests, cannot_send_sms
 */
export async function preLogin(deps: Deps, phone: string, pin: string, client: Client): Promise<CodeSent | undefined> {
  const { phoneIdx } = await deps.numbers.locate(phone)
  return withHolderAtPreLogin(deps, phoneIdx, pin, client, async ({ owner: account, known, right }) => {
    const { id, phoneEnc, language, locked } = account
    if (locked) {
      if (!known) await warnAtPreLogin(deps, phoneIdx)
      throw new AppError('account_locked')
    }
    const owner = { accountId: id }
    const to = { phoneIdx, phoneEnc, language, client, known }
    const start = { ...to, purpose: 'login', owner, delivery: 'awaited', right } as const
    const sent = await deps.codes.start(start, 'cannot_send_sms').catch(async (error: unknown) => {
      if (!known) await warnAtPreLogin(deps, phoneIdx)
      throw error
    })
    if (sent === undefined) throw new AppError('wrong_login_info')
    return sent
  })
}

/**
 * OAuth's password grant, weakened on purpose: its token only confirms the SMS code. It counts guesses like preLogin.
 * @throws AppError invalid_grant, too_many_requests
 */
export async function passwordGrant(
  deps: Deps,
  username: string,
  password: string,
  client: Client,
): Promise<TokenAnswer> {
  const digits = username.replace(/^\+/, '')
  if (!PIN.test(password) || !/^[0-9]+$/.test(digits)) throw new AppError('invalid_grant')
  try {
    const { phoneIdx } = await deps.numbers.locate(digits)
    return await withHolderAtGrant(deps, phoneIdx, password, client, async ({ owner, known, right }) => {
      const { familyId, answer } = await openSession(deps, owner, right, client).catch(async (error: unknown) => {
        if ('accountId' in owner && !known) await warnAtPreLogin(deps, phoneIdx)
        throw error
      })
      if ('accountId' in owner && !known) await warnAtGrant(deps, { ...owner, phoneIdx, familyId }, client)
      return answer
    })
  } catch (error) {
    const refused =
      error instanceof AppError && (error.code === 'wrong_login_info' || error.code === 'invalid_phone_number')
    throw refused ? new AppError('invalid_grant', error.details, { cause: error }) : error
  }
}

/** One transaction: what the right PIN gives back, and the session that it opens. */
async function openSession(
  { db, counters, sessions, append }: Deps,
  owner: SessionOwner,
  right: RightPin,
  client: Client,
) {
  const opened = await db.transaction(async (tx) => {
    const { event, ...session } = await sessions.openPreConfirmation(tx, owner, client.device)
    await counters.settle(tx, { held: right.back })
    await append(tx, ...right.events, event)
    return session
  })
  right.settled()
  return opened
}
