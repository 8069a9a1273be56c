import { HOUR_MS, MINUTE_MS } from '@avouch/contract'

/** allowed: a caller got what it asked for; refused: it did not; noted: something changed, asked for or not. */
export type EventOutcome = 'allowed' | 'refused' | 'noted'

/** Every audit event. The name says what happened, the value how it ended. */
export const AUDIT_EVENTS = {
  'auth.pin.ok': 'allowed',
  'auth.pin.wrong': 'refused',
  'auth.pin.throttled': 'refused',
  'auth.pin.no_account': 'refused',
  'auth.pin.closed_unknown': 'noted',
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
  'otp.undelivered': 'noted',
  'otp.verified': 'allowed',
  'otp.wrong': 'refused',
  'otp.dead': 'refused',
  'otp.closed': 'refused',
  'captcha.fail': 'refused',
  'captcha.provider_down': 'refused',
  'signup.pending': 'noted',
  'signup.completed': 'allowed',
  'signup.exists': 'refused',
  'signup.stopped': 'refused',
  'device.added': 'noted',
  'device.demoted': 'noted',
  'device.forgotten': 'noted',
  'passkey.added': 'noted',
  'passkey.removed': 'noted',
  'passkey.used': 'allowed',
  'passkey.refused': 'refused',
  'passkey.copied': 'refused',
  'appeal.begun': 'noted',
  'kyc.code_issued': 'allowed',
  'kyc.status': 'noted',
  'kyc.out_of_order': 'refused',
  'kyc.repeated': 'refused',
  'kyc.unknown_check': 'refused',
  'kyc.document_moved': 'noted',
  'kyc.proof_withdrawn': 'noted',
  'kyc.approval_held': 'noted',
  'kyc.approval_taken_back': 'noted',
  'kyc.bad_signature': 'refused',
  'intent.bound': 'allowed',
  'intent.confirmed': 'allowed',
  'intent.denied': 'noted',
  'intent.expired': 'noted',
  'intent.cancelled': 'noted',
  'intent.left': 'noted',
  'intent.confirm_repeated': 'allowed',
  'presentation.refused': 'refused',
  'presentation.cancelled': 'noted',
  'trust.list_changed': 'noted',
  'trust.list_refused': 'refused',
  'redirect.rejected': 'refused',
  'provider.key_refused': 'refused',
  'oidc.client_refused': 'refused',
  'payment.reserved': 'allowed',
  'payment.confirm_repeated': 'allowed',
  'payment.executed': 'allowed',
  'payment.execute_repeated': 'allowed',
  'payment.refused': 'refused',
  'payment.refunded': 'noted',
  'payment.expired': 'noted',
  'payment.cancelled': 'noted',
  'payment.left': 'noted',
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
  'account.requests_read': 'allowed',
  'account.deactivated': 'noted',
  'account.erase_requested': 'noted',
  'account.erased': 'noted',
  'limit.reached': 'refused',
  'settings.providers': 'noted',
  'settings.signing_key': 'noted',
  'operator.provider_created': 'noted',
  'operator.provider_renamed': 'noted',
  'operator.key_created': 'noted',
  'operator.key_rotated': 'noted',
  'operator.key_revoked': 'noted',
  'operator.redirect_added': 'noted',
  'operator.redirect_removed': 'noted',
  'operator.methods_set': 'noted',
  'operator.logo_set': 'noted',
  'operator.logo_removed': 'noted',
  'operator.client_created': 'noted',
  'operator.client_secret_set': 'noted',
  'operator.client_removed': 'noted',
  'operator.webhook_set': 'noted',
  'operator.webhook_secret_set': 'noted',
  'operator.webhook_enabled': 'noted',
  'operator.event_resent': 'noted',
  'operator.sms_tried': 'noted',
  'operator.erasures_listed': 'noted',
  'operator.erasure_done': 'noted',
  'operator.switch_set': 'noted',
  'operator.account_found': 'noted',
  'operator.account_locked': 'noted',
  'operator.account_unlocked': 'noted',
  'operator.review_decided': 'noted',
  'operator.proof_withdrawn': 'noted',
  'operator.proof_given_back': 'noted',
  'operator.proof_kept': 'noted',
  'operator.account_erased': 'noted',
  'operator.account_restored': 'noted',
  'operator.limits_explained': 'noted',
  'operator.number_read': 'noted',
  'operator.limits_released': 'noted',
  'operator.job_run': 'noted',
  'staff.signed_in': 'allowed',
  'staff.refused': 'refused',
  'staff.signed_out': 'noted',
  'staff.joined': 'noted',
  'staff.invited': 'noted',
  'staff.invitation_withdrawn': 'noted',
  'staff.role_set': 'noted',
  'staff.removed': 'noted',
  'staff.password_set': 'noted',
  'staff.recovery_code_used': 'noted',
  'staff.recovery_codes_made': 'noted',
  'project.created': 'noted',
  'project.renamed': 'noted',
  'project.live_requested': 'noted',
  'project.live_approved': 'noted',
  'project.live_declined': 'noted',
  'project.suspended': 'noted',
  'project.resumed': 'noted',
  'operator.moved': 'noted',
  'operator.keys_rotated': 'noted',
} as const satisfies Record<string, EventOutcome>
export type AuditType = keyof typeof AUDIT_EVENTS

/** An operator's command. One about an account has the account as its actor, like every event about it. */
export const isByOperator = (type: AuditType): boolean => type.startsWith('operator.')

/** How often a sampled event is written. */
export type Sampling = {
  everyMs: number
  again: 'each reason' | 'another reason'
  /** An event about an account is written each time: its caller had the account's PIN, token or code. */
  only?: 'without account'
}

/**
 * High-volume events are sampled: a caller could cause any number of them, or every start repeats them. One is written in
 * this time for each reason, or as soon as it has another reason.
 */
export const SAMPLED_EVENTS: Readonly<Partial<Record<AuditType, Sampling>>> = {
  'auth.token.denied': { everyMs: MINUTE_MS, again: 'each reason', only: 'without account' },
  'otp.dead': { everyMs: MINUTE_MS, again: 'each reason', only: 'without account' },
  'otp.send_failed': { everyMs: MINUTE_MS, again: 'each reason', only: 'without account' },
  'limit.reached': { everyMs: MINUTE_MS, again: 'each reason' },
  'captcha.fail': { everyMs: MINUTE_MS, again: 'each reason' },
  'captcha.provider_down': { everyMs: MINUTE_MS, again: 'each reason' },
  'wallet.bad_signature': { everyMs: MINUTE_MS, again: 'each reason' },
  'kyc.bad_signature': { everyMs: MINUTE_MS, again: 'each reason' },
  'provider.key_refused': { everyMs: MINUTE_MS, again: 'each reason' },
  'oidc.client_refused': { everyMs: MINUTE_MS, again: 'each reason' },
  'passkey.refused': { everyMs: MINUTE_MS, again: 'each reason' },
  'presentation.refused': { everyMs: MINUTE_MS, again: 'each reason' },
  'presentation.cancelled': { everyMs: MINUTE_MS, again: 'each reason' },
  'trust.list_refused': { everyMs: 24 * HOUR_MS, again: 'another reason' },
  'redirect.rejected': { everyMs: MINUTE_MS, again: 'each reason' },
  // As long as the trail keeps the details of the one before.
  'settings.providers': { everyMs: 90 * 24 * HOUR_MS, again: 'another reason' },
  'settings.signing_key': { everyMs: 90 * 24 * HOUR_MS, again: 'another reason' },
}

/**
 * The filters of a search; `kind` is the beginning of a type. Without a time, the whole trail. `before`: the number before which it begins.
 * `isPatient`: reads until the page is full or the trail ends.
 */
export type Search = {
  since?: Date | undefined
  until?: Date | undefined
  kind?: string | undefined
  provider?: string | undefined
  networkHash?: string | undefined
  before?: number | undefined
  limit: number
  isPatient?: boolean
}

/** Matches event types that are this one, or begin with it and a dot. */
export const isKind = (kind: string): boolean =>
  Object.keys(AUDIT_EVENTS).some((type) => type === kind || type.startsWith(`${kind}.`))
