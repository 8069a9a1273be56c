import { AppError } from '@avouch/contract'
import { secondsUntil } from '../../platform/clock.ts'
import type { Challenge, ChallengeKey } from './challenge.ts'
import { findChallenge } from './challenge-store.ts'
import type { Deps } from './opening.ts'

/** restart: no code of this sign-in can be right any more. */
export type SmsDelivery = { sms: 'sent' | 'pending' | 'given_up'; resend_after: number; restart: boolean }

export const smsIdOf = ({ id, generation, sends }: Pick<Challenge, 'id' | 'generation' | 'sends'>): string =>
  `${id}:${generation}:${sends}`

/** What became of the newest SMS. Where the answer may not disclose whether there is one, it is called sent. */
export const newestSms = async ({ sms }: Pick<Deps, 'sms'>, challenge: Challenge): Promise<SmsDelivery['sms']> =>
  challenge.delivery === 'awaited' ? sms.deliveryOf(smsIdOf(challenge)) : 'sent'

/** @throws AppError wrong_sms_code when there is no such sign-in */
export async function deliveryOf(deps: Pick<Deps, 'db' | 'clock' | 'sms'>, key: ChallengeKey): Promise<SmsDelivery> {
  const challenge = await findChallenge(deps.db, key)
  if (challenge === undefined) throw new AppError('wrong_sms_code', { restart: true })
  const now = deps.clock()
  const isLive = challenge.state === 'live' && challenge.expiresAt > now
  return {
    sms: await newestSms(deps, challenge),
    resend_after: secondsUntil(challenge.resendAt, now),
    restart: !isLive,
  }
}
