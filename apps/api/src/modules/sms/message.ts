import type { Language } from '@avouch/contract'
import type { CodeSeed } from './code-seed.ts'
import type { GatewayNumber } from './gateways.ts'

/** The SMS that an account gets in addition to codes. */
export const SMS_NOTICES = [
  'review_ended',
  'account_exists',
  'pin_changed',
  'pin_right',
  'codes_wrong',
  'pin_closed',
] as const
export type SmsNotice = (typeof SMS_NOTICES)[number]

/** A message that this process, and no other, is to send now. */
export type ClaimedSms = {
  id: string
  /** Which try this is, from 1. */
  tries: number
  gateway: GatewayNumber
  language: Language
  phoneIdx: Buffer
  phoneEnc: string
  about: { code: CodeSeed } | { notice: SmsNotice }
}
