import { AppError, type TokenAnswer } from '@avouch/contract'
import type { RegistrationKind } from '../accounts/index.ts'
import type { Client } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { type CodeSent, type Delivery, REPEAT_MS, type SmsDelivery } from '../codes/index.ts'
import { newId } from '../../platform/identifier.ts'
import { accountOfSession, addAccess, type PreSession } from '../sessions/index.ts'
import { writeDaily } from '../sms/index.ts'
import { complete, SIGN_IN } from './completion.ts'
import { rightPinNotice } from './right-pin.ts'
import type { Deps } from './deps.ts'

/** An answer that says whether an SMS was refused also says that one was sent. */
const DELIVERIES: Readonly<Record<RegistrationKind, Delivery>> = {
  open: 'awaited',
  concealed: 'unawaited',
  taken: 'none',
}

/**
 * The first SMS of a sign-in, or with a pinId the next one.
 * @throws AppError invalid_token when the account or the registration is gone, and those of codes.start and codes.resend
 */
export async function sendCode(
  { db, clock, codes, sms }: Deps,
  { familyId, owner, device, recipient: to, known }: PreSession,
  pinId: string | undefined,
  { address }: Client,
): Promise<CodeSent> {
  // The code is for the browser that the PIN was typed in.
  const client = { address, device }
  const { phoneIdx, phoneEnc, language, kind } = to
  const purpose = 'accountId' in owner ? 'login' : 'register'
  const recipient = { purpose, phoneIdx, phoneEnc, language, client, known } as const
  if (pinId !== undefined) return codes.resend({ id: pinId, owner, device, purposes: SIGN_IN }, recipient)
  const delivery = DELIVERIES[kind]
  const sent = await codes.start({ ...recipient, owner, delivery, overtakes: rightPinNotice(familyId) })
  if (sent === undefined) throw new AppError('invalid_token')
  // Not awaited: the time would tell what the answer does not. A lost notice harms no one.
  if (delivery === 'none') {
    const notice = { notice: 'account_exists', phoneIdx, smsId: newId('sms'), now: clock() } as const
    void writeDaily(db, notice, sms.enqueue).catch(() => undefined)
  }
  return sent
}

/**
 * Opens the session, and makes an account of a registration. From now on the account knows the device.
 * @throws AppError wrong_sms_code, phone_number_exist, under_age_18
 */
export async function confirmCode(
  deps: Deps,
  session: PreSession,
  pinId: string,
  code: string,
  client: Client,
): Promise<TokenAnswer> {
  const { familyId, owner } = session
  try {
    return await confirmAs(deps, session, pinId, code, client)
  } catch (error) {
    // The same code, sent twice at the same moment: in between the registration has become an account.
    const moved = 'registrationId' in owner ? await accountOfSession(deps.db, familyId) : undefined
    if (moved === undefined) throw error
    return confirmAs(deps, { ...session, owner: { accountId: moved } }, pinId, code, client)
  }
}

async function confirmAs(
  deps: Deps,
  { owner, device, recipient: number }: PreSession,
  pinId: string,
  code: string,
  client: Client,
): Promise<TokenAnswer> {
  const { db, clock, codes, sessions, report } = deps
  const right = await codes.check({ id: pinId, owner, device, purposes: SIGN_IN }, code)
  const accountId = 'accountId' in owner ? owner.accountId : newId('usr')
  const opened = sessions.prepareFull(accountId, pinId, device)
  const completion = await complete(
    deps,
    { challengeId: pinId, owner, number, accountId, opened, right, client },
    later(clock(), -REPEAT_MS),
  )
  switch (completion.kind) {
    case 'opened':
      return opened.answer
    case 'repeated': {
      const { familyId } = completion
      const again = sessions.repeatAnswer(familyId, completion.accountId)
      await addAccess(db, familyId, again.access)
      const what = { accountId: completion.accountId, familyId, device }
      await report({ ...what, type: 'auth.token.issued', reason: 'repeated' })
      return again.answer
    }
    case 'number_taken':
      throw new AppError('phone_number_exist')
    case 'under_age':
      throw new AppError('under_age_18')
    case 'gone':
      throw new AppError('wrong_sms_code', { restart: true })
  }
}

/** What became of the SMS. @throws AppError wrong_sms_code */
export const deliveryOf = ({ codes }: Deps, { owner, device }: PreSession, pinId: string): Promise<SmsDelivery> =>
  codes.deliveryOf({ id: pinId, owner, device, purposes: SIGN_IN })

/** The number was wrong: its code ends. */
export const cancelCode = ({ codes }: Deps, { owner, device }: PreSession, pinId: string): Promise<void> =>
  codes.cancel({ id: pinId, owner, device, purposes: SIGN_IN })
