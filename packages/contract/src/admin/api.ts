import type { At, Endpoint } from '../endpoint.ts'
import { adminDecideProof, adminFindAccount, adminListHeld, adminLockAccount, adminRestoreAccount } from './accounts.ts'
import { adminDecideReview, adminListReviews } from './reviews.ts'
import { adminListAttention } from './attention.ts'
import { adminAnswerCheck, adminListChecks, adminReadCheck } from './checks.ts'
import {
  adminAddRedirect,
  adminCreateKey,
  adminCreateProject,
  adminListKeys,
  adminReadProject,
  adminRemoveRedirect,
  adminRequestLive,
  adminRevokeKey,
  adminRotateKey,
  adminUpdateProject,
} from './projects.ts'
import {
  adminAcceptInvitation,
  adminChangePassword,
  adminConfirmEnrolment,
  adminEnrol,
  adminMe,
  adminReadInvitation,
  adminRenewRecoveryCodes,
  adminSignIn,
  adminSignOut,
} from './session.ts'
import {
  adminEnableWebhook,
  adminListDeliveries,
  adminReadDelivery,
  adminResendDelivery,
  adminResendFailed,
  adminRotateWebhookSecret,
  adminSendTestEvent,
  adminSetWebhook,
} from './webhook.ts'
import { adminExplainLimits, adminListSmsLimits, adminReleaseLimits } from './limits.ts'
import { adminConversion, adminFigures, adminUsage } from './conversion.ts'
import {
  adminInviteMember,
  adminInviteStaff,
  adminListMembers,
  adminListStaff,
  adminRemoveMember,
  adminSetMember,
  adminSetStaff,
  adminWithdrawMemberInvitation,
} from './members.ts'
import {
  adminDecideLive,
  adminListJobs,
  adminListProviders,
  adminListSwitches,
  adminSearchAudit,
  adminSetSwitch,
  adminSmsSpend,
  adminSuspendProvider,
} from './operator.ts'
import { adminReadNumber } from './numbers.ts'
import { adminListInstallationKeys, adminRunJob, adminVerifyAudit } from './upkeep.ts'

/** Every endpoint of the admin API, by the name of its operation. */
export const adminApi = {
  adminEnrol: adminEnrol satisfies At<'POST /admin/v1/enrolments'>,
  adminConfirmEnrolment: adminConfirmEnrolment satisfies At<'POST /admin/v1/enrolments/confirm'>,
  adminSignIn: adminSignIn satisfies At<'POST /admin/v1/session'>,
  adminMe: adminMe satisfies At<'GET /admin/v1/session'>,
  adminSignOut: adminSignOut satisfies At<'DELETE /admin/v1/session'>,
  adminChangePassword: adminChangePassword satisfies At<'PUT /admin/v1/session/password'>,
  adminRenewRecoveryCodes: adminRenewRecoveryCodes satisfies At<'POST /admin/v1/session/recovery-codes'>,
  adminReadInvitation: adminReadInvitation satisfies At<'POST /admin/v1/invitations/read'>,
  adminAcceptInvitation: adminAcceptInvitation satisfies At<'POST /admin/v1/invitations/accept'>,
  adminCreateProject: adminCreateProject satisfies At<'POST /admin/v1/projects'>,
  adminReadProject: adminReadProject satisfies At<'GET /admin/v1/projects/:project'>,
  adminUpdateProject: adminUpdateProject satisfies At<'PUT /admin/v1/projects/:project'>,
  adminRequestLive: adminRequestLive satisfies At<'POST /admin/v1/projects/:project/live'>,
  adminAddRedirect: adminAddRedirect satisfies At<'POST /admin/v1/projects/:project/redirects'>,
  adminRemoveRedirect: adminRemoveRedirect satisfies At<'DELETE /admin/v1/projects/:project/redirects'>,
  adminListKeys: adminListKeys satisfies At<'GET /admin/v1/projects/:project/keys'>,
  adminCreateKey: adminCreateKey satisfies At<'POST /admin/v1/projects/:project/keys'>,
  adminRotateKey: adminRotateKey satisfies At<'POST /admin/v1/projects/:project/keys/:id/rotation'>,
  adminRevokeKey: adminRevokeKey satisfies At<'DELETE /admin/v1/projects/:project/keys/:id'>,
  adminSetWebhook: adminSetWebhook satisfies At<'PUT /admin/v1/projects/:project/webhook'>,
  adminRotateWebhookSecret: adminRotateWebhookSecret satisfies At<'POST /admin/v1/projects/:project/webhook/secret'>,
  adminEnableWebhook: adminEnableWebhook satisfies At<'POST /admin/v1/projects/:project/webhook/enable'>,
  adminSendTestEvent: adminSendTestEvent satisfies At<'POST /admin/v1/projects/:project/webhook/test'>,
  adminListDeliveries: adminListDeliveries satisfies At<'GET /admin/v1/projects/:project/deliveries'>,
  adminReadDelivery: adminReadDelivery satisfies At<'GET /admin/v1/projects/:project/deliveries/:id'>,
  adminResendDelivery: adminResendDelivery satisfies At<'POST /admin/v1/projects/:project/deliveries/:id/resend'>,
  adminResendFailed: adminResendFailed satisfies At<'POST /admin/v1/projects/:project/deliveries/resend-failed'>,
  adminListChecks: adminListChecks satisfies At<'GET /admin/v1/projects/:project/checks'>,
  adminReadCheck: adminReadCheck satisfies At<'GET /admin/v1/projects/:project/checks/:id'>,
  adminAnswerCheck: adminAnswerCheck satisfies At<'POST /admin/v1/projects/:project/checks/:id/answer'>,
  adminConversion: adminConversion satisfies At<'GET /admin/v1/projects/:project/conversion'>,
  adminUsage: adminUsage satisfies At<'GET /admin/v1/projects/:project/usage'>,
  adminListMembers: adminListMembers satisfies At<'GET /admin/v1/projects/:project/members'>,
  adminInviteMember: adminInviteMember satisfies At<'POST /admin/v1/projects/:project/invitations'>,
  adminWithdrawMemberInvitation:
    adminWithdrawMemberInvitation satisfies At<'DELETE /admin/v1/projects/:project/invitations/:id'>,
  adminSetMember: adminSetMember satisfies At<'PUT /admin/v1/projects/:project/members/:id'>,
  adminRemoveMember: adminRemoveMember satisfies At<'DELETE /admin/v1/projects/:project/members/:id'>,
  adminListStaff: adminListStaff satisfies At<'GET /admin/v1/operator/staff'>,
  adminInviteStaff: adminInviteStaff satisfies At<'POST /admin/v1/operator/invitations'>,
  adminSetStaff: adminSetStaff satisfies At<'PUT /admin/v1/operator/staff/:id'>,
  adminListAttention: adminListAttention satisfies At<'GET /admin/v1/operator/attention'>,
  adminListProviders: adminListProviders satisfies At<'GET /admin/v1/operator/providers'>,
  adminFigures: adminFigures satisfies At<'GET /admin/v1/operator/figures'>,
  adminDecideLive: adminDecideLive satisfies At<'POST /admin/v1/operator/providers/:provider/live'>,
  adminSuspendProvider: adminSuspendProvider satisfies At<'PUT /admin/v1/operator/providers/:provider/suspension'>,
  adminListSwitches: adminListSwitches satisfies At<'GET /admin/v1/operator/switches'>,
  adminSetSwitch: adminSetSwitch satisfies At<'PUT /admin/v1/operator/switches/:name'>,
  adminListJobs: adminListJobs satisfies At<'GET /admin/v1/operator/jobs'>,
  adminRunJob: adminRunJob satisfies At<'POST /admin/v1/operator/jobs/:name/run'>,
  adminSmsSpend: adminSmsSpend satisfies At<'GET /admin/v1/operator/sms'>,
  adminListSmsLimits: adminListSmsLimits satisfies At<'GET /admin/v1/operator/sms/limits'>,
  adminExplainLimits: adminExplainLimits satisfies At<'POST /admin/v1/operator/limits/explain'>,
  adminReleaseLimits: adminReleaseLimits satisfies At<'POST /admin/v1/operator/limits/release'>,
  adminListHeld: adminListHeld satisfies At<'GET /admin/v1/operator/held-accounts'>,
  adminRestoreAccount: adminRestoreAccount satisfies At<'POST /admin/v1/operator/held-accounts/:id/restore'>,
  adminListReviews: adminListReviews satisfies At<'GET /admin/v1/operator/reviews'>,
  adminDecideReview: adminDecideReview satisfies At<'POST /admin/v1/operator/reviews/:check/decision'>,
  adminFindAccount: adminFindAccount satisfies At<'POST /admin/v1/operator/accounts/find'>,
  adminReadNumber: adminReadNumber satisfies At<'POST /admin/v1/operator/numbers/read'>,
  adminLockAccount: adminLockAccount satisfies At<'PUT /admin/v1/operator/accounts/:id/lock'>,
  adminDecideProof: adminDecideProof satisfies At<'PUT /admin/v1/operator/accounts/:id/proof'>,
  adminListInstallationKeys: adminListInstallationKeys satisfies At<'GET /admin/v1/operator/keys'>,
  adminSearchAudit: adminSearchAudit satisfies At<'GET /admin/v1/operator/audit'>,
  adminVerifyAudit: adminVerifyAudit satisfies At<'POST /admin/v1/operator/audit/verification'>,
} as const satisfies Record<string, Endpoint>

export type AdminOperation = keyof typeof adminApi
