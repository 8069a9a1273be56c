import { AppError, type TokenAnswer } from '@avouch/contract'
import { locate } from '../accounts/index.ts'
import type { CodeSent } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import { holderAtGrant, holderAtPreLogin } from './pin-holder.ts'
import { warnAtGrant, warnAtPreLogin } from './right-pin.ts'
import type { Deps } from './deps.ts'

const PIN = /^[0-9]{4}$/

/**
 * Number and PIN first, then the SMS: a client that does not know the PIN can't send one to the number.
 * @returns undefined for a number that was registered but never confirmed
 * @throws AppError wrong_login_info, phone_number_does_not_exist, too_many_requests, cannot_send_sms
 */
export async function preLogin(deps: Deps, phone: string, pin: string, client: Client): Promise<CodeSent | undefined> {
  const { phones, codes, disclosure } = deps
  const { phoneIdx } = locate(phones, phone)
  const reveals = await disclosure.mayRevealAccount(phoneIdx, client)
  const account = await holderAtPreLogin(deps, phoneIdx, pin, client, reveals)
  if (account === undefined) return undefined
  const { id, phoneEnc, language } = account
  const owner = { accountId: id }
  const start = { purpose: 'login', owner, client, phoneIdx, phoneEnc, language, delivery: 'awaited' } as const
  const sent = await codes.start(start, 'cannot_send_sms').catch(async (error: unknown) => {
    await warnAtPreLogin(deps, phoneIdx, client)
    throw error
  })
  if (sent === undefined) throw new AppError('wrong_login_info')
  return sent
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
    const { phoneIdx } = locate(deps.phones, digits)
    const holder = await holderAtGrant(deps, phoneIdx, password, client)
    const { familyId, answer } = await deps.sessions.openPreConfirmation(holder, client.device)
    if ('accountId' in holder) await warnAtGrant(deps, { ...holder, phoneIdx, familyId }, client)
    return answer
  } catch (error) {
    const refused =
      error instanceof AppError && (error.code === 'wrong_login_info' || error.code === 'invalid_phone_number')
    throw refused ? new AppError('invalid_grant', error.details, { cause: error }) : error
  }
}
