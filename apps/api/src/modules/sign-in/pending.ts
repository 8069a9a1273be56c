import { AppError, maskedNumber, type SignInType, type SmsDelivery } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { findHolder, type PhoneBook } from '../accounts/index.ts'
import type { PreSession, SessionOwner, Sessions } from '../sessions/index.ts'
import type { Codes, CodeSent } from './code.ts'
import type { CodePurpose } from './code-store.ts'
import type { Identification } from './identification.ts'
import { findRegistration } from './sign-in-store.ts'

const PURPOSE_OF_TYPE = { REGISTER: 'register', LOG_IN: 'login', RESET_PIN: 'reset' } as const satisfies Record<
  SignInType,
  CodePurpose
>
/** A registration's code is good for the account that it becomes. */
const PURPOSES_OF_OWNER: Record<'account' | 'registration', readonly CodePurpose[]> = {
  account: ['login', 'register'],
  registration: ['register'],
}

/** Names a code of the session's number. */
export const codeOfSession = ({ owner, recipient }: PreSession, pinId: string) => ({
  pinId,
  phoneIdx: recipient.phoneIdx,
  purposes: PURPOSES_OF_OWNER['accountId' in owner ? 'account' : 'registration'],
})

export type Resumed = Omit<CodeSent, 'sent'> & { type: SignInType; phone: string; authToken?: string }

type Deps = {
  db: Database
  clock: Clock
  phones: PhoneBook
  codes: Codes
  sessions: Sessions
  identification: Identification
}

/** Sign-ins that wait for their code. */
export class PendingSignIns {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Sends the code of a sign-in that has its token: the first one of a sign-up, or with a pinId another one.
   * @throws AppError resend_too_soon, too_many_requests, cannot_send_sms
   */
  async sendCode(
    { owner, device, recipient, recognised }: PreSession,
    pinId: string | undefined,
    { address }: Client,
  ): Promise<CodeSent> {
    const { codes, phones, identification } = this.#deps
    // The code is for the browser that the PIN was typed in.
    const order = { ...recipient, recognised, client: { address, device }, pinId }
    const sent =
      'accountId' in owner
        ? await codes.request({ ...order, purpose: 'login', accountId: owner.accountId })
        : await codes.request({ ...order, purpose: 'register' })
    const type = 'accountId' in owner ? 'LOG_IN' : 'REGISTER'
    const phone = phones.open(recipient.phoneEnc, recipient.phoneIdx)
    return identification.addTo(sent, { type, phone }, device)
  }

  /** Tells how the newest SMS of the code ended. @throws AppError wrong_sms_code */
  deliveryOf(session: PreSession, pinId: string): Promise<SmsDelivery> {
    return this.#deps.codes.deliveryOf(codeOfSession(session, pinId))
  }

  /**
   * Continues a sign-in after a reload of its page, while its code lives: with a new pre-confirmation token, which a reset does not
   * need.
   * @throws AppError wrong_verification
   */
  async resume(sealed: string, client: Client): Promise<Resumed> {
    const { phones, codes, sessions, identification } = this.#deps
    const { type, number, pinId } = identification.open(sealed, client.device)
    const { phoneIdx } = phones.locate(number)
    const code = await codes.findLive({ pinId, phoneIdx, purposes: [PURPOSE_OF_TYPE[type]] })
    if (code === undefined) throw new AppError('wrong_verification')
    const found = { ...code, type, phone: maskedNumber(...phones.parts(number)) }
    if (type === 'RESET_PIN') return found
    const owner = await this.#findOwner(type, phoneIdx, client.device)
    if (owner === undefined) throw new AppError('wrong_verification')
    const { access_token: authToken } = await sessions.openPreConfirmation(owner, client.device)
    return { ...found, authToken }
  }

  async #findOwner(type: 'REGISTER' | 'LOG_IN', phoneIdx: Buffer, device: Device): Promise<SessionOwner | undefined> {
    const { db, clock } = this.#deps
    if (type === 'REGISTER') {
      const registrationId = await findRegistration(db, phoneIdx, device, clock())
      return registrationId === undefined ? undefined : { registrationId }
    }
    const holder = await findHolder(db, phoneIdx, device)
    return holder === undefined || holder.locked ? undefined : { accountId: holder.id }
  }
}
