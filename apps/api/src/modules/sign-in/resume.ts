import { AppError, maskedNumber, type SignInType } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Device } from '../../platform/device.ts'
import { findHolder } from '../accounts/index.ts'
import type { SessionOwner } from '../sessions/index.ts'
import type { CodeSent } from './code.ts'
import type { Purpose } from './code-store.ts'
import type { SignInDeps } from './deps.ts'
import { openIdentification } from './identification.ts'
import { openPreSession } from './log-in.ts'
import { findRegistration } from './sign-in-store.ts'

const PURPOSES = { REGISTER: 'register', LOG_IN: 'login', RESET_PIN: 'reset' } as const satisfies Record<
  SignInType,
  Purpose
>
export type Resumed = Omit<CodeSent, 'sent'> & { type: SignInType; phone: string; authToken?: string }

/**
 * Continues a sign-in whose page was loaded again, while its code lives: once more with a pre-confirmation token, which a reset
 * does not need.
 * @throws AppError wrong_verification
 */
export async function resume(deps: SignInDeps, sealed: string, client: Client): Promise<Resumed> {
  const { type, number, pinId } = openIdentification(deps, sealed, client.device)
  const { phoneIdx } = deps.phones.locate(number)
  const code = await deps.codes.findLive({ pinId, phoneIdx, purposes: [PURPOSES[type]] })
  if (code === undefined) throw new AppError('wrong_verification')
  const found = { ...code, type, phone: maskedNumber(...deps.phones.parts(number)) }
  if (type === 'RESET_PIN') return found
  const owner = await findOwner(deps, type, phoneIdx, client.device)
  if (owner === undefined) throw new AppError('wrong_verification')
  const { access_token: authToken } = await openPreSession(deps, owner, client)
  return { ...found, authToken }
}

async function findOwner(
  { db, clock }: SignInDeps,
  type: 'REGISTER' | 'LOG_IN',
  phoneIdx: Buffer,
  device: Device,
): Promise<SessionOwner | undefined> {
  if (type === 'REGISTER') {
    const registrationId = await findRegistration(db, phoneIdx, device, clock())
    return registrationId === undefined ? undefined : { registrationId }
  }
  const holder = await findHolder(db, phoneIdx, device)
  return holder === undefined || holder.locked ? undefined : { accountId: holder.id }
}
