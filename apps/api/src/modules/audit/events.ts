import { HOUR_MS, MINUTE_MS } from '@avouch/contract'

/** allowed: somebody got what they asked for; refused: somebody did not; noted: something changed, asked for or not. */
export type Outcome = 'allowed' | 'refused' | 'noted'

/** Everything that is written down, in one place. The name says what happened, the value how it ended. */
export const AUDIT_EVENTS = {
  'auth.pin.ok': 'allowed',
  'auth.pin.wrong': 'refused',
  'auth.pin.throttled': 'refused',
  'auth.pin.no_account': 'refused',
  'auth.pin.closed_unknown': 'noted',
  'auth.pin.disabled': 'noted',
  'auth.pin.changed': 'allowed',
  'auth.token.issued_pre2fa': 'allowed',
  'auth.token.issued': 'allowed',
  'auth.token.refreshed': 'allowed',
  'auth.token.denied': 'refused',
  'token.refresh.race': 'allowed',
  'token.refresh.stale_tab': 'refused',
  'token.refresh.reuse': 'refused',
  'token.refresh.device_mismatch': 'refused',
  'session.revoked': 'noted',
  'otp.sent': 'noted',
  'otp.send_failed': 'refused',
  'otp.verified': 'allowed',
  'otp.wrong': 'refused',
  'otp.dead': 'refused',
  'otp.closed': 'refused',
  'otp.cancelled': 'noted',
  'captcha.fail': 'refused',
  'captcha.provider_down': 'refused',
  'signup.pending': 'noted',
  'signup.completed': 'allowed',
  'signup.exists': 'refused',
  'signup.stopped': 'refused',
  'device.added': 'noted',
  'device.demoted': 'noted',
  'kyc.code_issued': 'allowed',
  'kyc.status': 'noted',
  'kyc.out_of_order': 'refused',
  'kyc.repeated': 'refused',
  'kyc.unknown_check': 'refused',
  'kyc.bad_signature': 'refused',
  'intent.bound': 'allowed',
  'intent.confirmed': 'allowed',
  'intent.denied': 'noted',
  'intent.expired': 'noted',
  'intent.cancelled': 'noted',
  'intent.confirm_repeated': 'allowed',
  'redirect.rejected': 'refused',
  'provider.key_refused': 'refused',
  'payment.reserved': 'allowed',
  'payment.confirm_repeated': 'allowed',
  'payment.executed': 'allowed',
  'payment.execute_repeated': 'allowed',
  'payment.refused': 'refused',
  'payment.refunded': 'noted',
  'payment.expired': 'noted',
  'payment.cancelled': 'noted',
  'wallet.opened': 'noted',
  'wallet.deposited': 'noted',
  'wallet.return_ordered': 'noted',
  'wallet.returned': 'noted',
  'wallet.contradiction': 'refused',
  'wallet.bad_signature': 'refused',
  'app_link.matched': 'allowed',
  'app_link.other_number': 'refused',
  'app_link.refused': 'noted',
  'account.exported': 'allowed',
  'account.deactivated': 'noted',
  'account.erase_requested': 'noted',
  'account.erased': 'noted',
  'limit.reached': 'refused',
  'settings.providers': 'noted',
  'settings.signing_key': 'noted',
  'operator.provider_created': 'noted',
  'operator.key_created': 'noted',
  'operator.key_rotated': 'noted',
  'operator.key_revoked': 'noted',
  'operator.redirect_added': 'noted',
  'operator.redirect_removed': 'noted',
  'operator.webhook_set': 'noted',
  'operator.webhook_secret_set': 'noted',
  'operator.webhook_enabled': 'noted',
  'operator.event_resent': 'noted',
  'operator.switch_set': 'noted',
  'operator.account_erased': 'noted',
  'operator.account_restored': 'noted',
} as const satisfies Record<string, Outcome>
export type AuditType = keyof typeof AUDIT_EVENTS

/** What the operator did by a command; about an account it leads to the account, as everything about it does. */
export const isByOperator = (type: AuditType): boolean => type.startsWith('operator.')

/**
 * What somebody could cause without end, or what every start says again, is written down now and then: once in this time
 * for each of its reasons, or as soon as it has another reason.
 */
export const RARELY: Readonly<
  Partial<Record<AuditType, { everyMs: number; again: 'each reason' | 'another reason' }>>
> = {
  'limit.reached': { everyMs: MINUTE_MS, again: 'each reason' },
  'captcha.fail': { everyMs: MINUTE_MS, again: 'each reason' },
  'captcha.provider_down': { everyMs: MINUTE_MS, again: 'each reason' },
  'wallet.bad_signature': { everyMs: MINUTE_MS, again: 'each reason' },
  'kyc.bad_signature': { everyMs: MINUTE_MS, again: 'each reason' },
  'provider.key_refused': { everyMs: MINUTE_MS, again: 'each reason' },
  'redirect.rejected': { everyMs: MINUTE_MS, again: 'each reason' },
  // As long as the trail keeps what was noted before.
  'settings.providers': { everyMs: 90 * 24 * HOUR_MS, again: 'another reason' },
  'settings.signing_key': { everyMs: 90 * 24 * HOUR_MS, again: 'another reason' },
}
