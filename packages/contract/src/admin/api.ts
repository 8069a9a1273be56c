import type { At, Endpoint } from '../endpoint.ts'
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
  adminRotateWebhookSecret,
  adminSendTestEvent,
  adminSetWebhook,
} from './webhook.ts'

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
  adminListChecks: adminListChecks satisfies At<'GET /admin/v1/projects/:project/checks'>,
  adminReadCheck: adminReadCheck satisfies At<'GET /admin/v1/projects/:project/checks/:id'>,
  adminAnswerCheck: adminAnswerCheck satisfies At<'POST /admin/v1/projects/:project/checks/:id/answer'>,
} as const satisfies Record<string, Endpoint>

export type AdminOperation = keyof typeof adminApi
