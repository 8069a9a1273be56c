import { exportData, me, updateProfile, userById, userProfile, validatePhone } from './account.ts'
import { claimAppLink, createAppLink, followAppLink, matchAppLink, refuseAppLink } from './app-links.ts'
import { codeDelivery, prelogin, resendCode, resumeSignIn, revoke, signup, token, verifyCode } from './auth.ts'
import { captcha } from './captcha.ts'
import { adminApi } from './admin/api.ts'
import { deleteAccount, readDeletion } from './deletion.ts'
import type { At, Endpoint } from './endpoint.ts'
import {
  checkIntent,
  chooseTestOutcome,
  confirmIntent,
  intentSummary,
  leaveIntent,
  readTestOutcome,
} from './intents.ts'
import { jwks } from './jwks.ts'
import { beginAppeal, kycCallback, kycInit, kycReturn, kycReview, kycStatus } from './kyc.ts'
import { ownRequests } from './own-requests.ts'
import {
  endOtherSessions,
  endSession,
  forgetBrowser,
  forgetOtherBrowsers,
  ownBrowsers,
  ownSessions,
  securityEvents,
} from './own-sessions.ts'
import {
  createPasskey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  passkeys,
  removePasskey,
  renamePasskey,
  setPin,
  signInByPasskey,
} from './passkeys.ts'
import {
  confirmPayment,
  executePayment,
  listRefunds,
  providerBalance,
  readPayment,
  refundPayment,
  releasePayment,
} from './payments.ts'
import { answerByBrowser, createPresentation, finishPresentation, followPresentation } from './presentations.ts'
import { answerTestIntent, cancelIntent, createIntent, listIntents, readIntent } from './provider.ts'
import { changePin, prechangePin, recoverCode, recoverDelivery, recoverVerify } from './recovery.ts'
import { switches } from './switches.ts'
import { bankCallback, wallet, walletDeposit, walletEntries, walletEntryReceipt } from './wallet.ts'

/** Every endpoint, by the name of its operation. Routes, OpenAPI and clients come from this table. */
export const api = {
  captcha: captcha satisfies At<'GET /auth/public/challenge'>,
  signup: signup satisfies At<'POST /auth/public/app/signup'>,
  prelogin: prelogin satisfies At<'POST /auth/public/app/prelogin'>,
  token: token satisfies At<'POST /auth/api/oauth/token'>,
  resendCode: resendCode satisfies At<'POST /auth/api/2fa/resend'>,
  codeDelivery: codeDelivery satisfies At<'GET /auth/api/2fa/delivery/:id'>,
  verifyCode: verifyCode satisfies At<'POST /auth/api/2fa/verify'>,
  resumeSignIn: resumeSignIn satisfies At<'POST /auth/public/app/resume'>,
  revoke: revoke satisfies At<'POST /auth/api/oauth/revoke'>,
  prechangePin: prechangePin satisfies At<'POST /auth/public/app/prechangepin'>,
  recoverCode: recoverCode satisfies At<'POST /auth/public/app/recover/code'>,
  recoverDelivery: recoverDelivery satisfies At<'GET /auth/public/app/recover/delivery/:id'>,
  recoverVerify: recoverVerify satisfies At<'POST /auth/public/app/recover/verify'>,
  changePin: changePin satisfies At<'POST /auth/public/app/changepin'>,
  passkeyRequestOptions: passkeyRequestOptions satisfies At<'POST /auth/public/app/passkey/options'>,
  signInByPasskey: signInByPasskey satisfies At<'POST /auth/public/app/passkey'>,
  passkeyCreationOptions: passkeyCreationOptions satisfies At<'POST /auth/api/passkeys/options'>,
  createPasskey: createPasskey satisfies At<'POST /auth/api/passkeys'>,
  passkeys: passkeys satisfies At<'GET /auth/api/passkeys'>,
  renamePasskey: renamePasskey satisfies At<'PUT /auth/api/passkeys/:id'>,
  removePasskey: removePasskey satisfies At<'DELETE /auth/api/passkeys/:id'>,
  setPin: setPin satisfies At<'POST /auth/api/pin'>,
  me: me satisfies At<'GET /api/user/me'>,
  userProfile: userProfile satisfies At<'GET /client/getUserProfile'>,
  userById: userById satisfies At<'GET /auth/user/:id'>,
  updateProfile: updateProfile satisfies At<'PUT /auth/user'>,
  validatePhone: validatePhone satisfies At<'POST /auth/public/app/validateClientPhoneNumber'>,
  exportData: exportData satisfies At<'GET /auth/user/export'>,
  deleteAccount: deleteAccount satisfies At<'DELETE /auth/user'>,
  readDeletion: readDeletion satisfies At<'POST /api/deletions'>,
  ownRequests: ownRequests satisfies At<'GET /api/user/requests'>,
  ownSessions: ownSessions satisfies At<'GET /api/user/sessions'>,
  endSession: endSession satisfies At<'DELETE /api/user/sessions/:id'>,
  endOtherSessions: endOtherSessions satisfies At<'DELETE /api/user/sessions'>,
  ownBrowsers: ownBrowsers satisfies At<'GET /api/user/browsers'>,
  forgetBrowser: forgetBrowser satisfies At<'DELETE /api/user/browsers/:id'>,
  forgetOtherBrowsers: forgetOtherBrowsers satisfies At<'DELETE /api/user/browsers'>,
  securityEvents: securityEvents satisfies At<'GET /api/user/security-events'>,
  kycInit: kycInit satisfies At<'GET /api/idcheck/init'>,
  kycReturn: kycReturn satisfies At<'GET /api/idcheck/return/:id'>,
  kycStatus: kycStatus satisfies At<'GET /api/idcheck/status'>,
  beginAppeal: beginAppeal satisfies At<'POST /api/idcheck/appeal'>,
  kycReview: kycReview satisfies At<'GET /api/idcheck/review'>,
  kycCallback: kycCallback satisfies At<'POST /api/idcheck/callback'>,
  intentSummary: intentSummary satisfies At<'GET /api/idcheck/intent/:id/summary'>,
  checkIntent: checkIntent satisfies At<'GET /api/idcheck/intent/:id'>,
  chooseTestOutcome: chooseTestOutcome satisfies At<'POST /api/idcheck/intent/:id/test-outcome'>,
  readTestOutcome: readTestOutcome satisfies At<'GET /api/idcheck/intent/:id/test-outcome'>,
  confirmIntent: confirmIntent satisfies At<'POST /api/idcheck/intent/:id/confirm'>,
  leaveIntent: leaveIntent satisfies At<'POST /api/idcheck/intent/:id/leave'>,
  createAppLink: createAppLink satisfies At<'POST /api/app-links'>,
  followAppLink: followAppLink satisfies At<'GET /api/app-links/:id'>,
  claimAppLink: claimAppLink satisfies At<'POST /api/app/links/:code/claim'>,
  matchAppLink: matchAppLink satisfies At<'POST /api/app/links/:code/match'>,
  refuseAppLink: refuseAppLink satisfies At<'POST /api/app/links/:code/refuse'>,
  createPresentation: createPresentation satisfies At<'POST /api/presentations'>,
  followPresentation: followPresentation satisfies At<'GET /api/presentations/:id'>,
  answerByBrowser: answerByBrowser satisfies At<'POST /api/presentations/:id/dc-api'>,
  finishPresentation: finishPresentation satisfies At<'POST /api/presentations/:id/finish'>,
  createIntent: createIntent satisfies At<'POST /provider/v1/intents'>,
  readIntent: readIntent satisfies At<'GET /provider/v1/intents/:id'>,
  listIntents: listIntents satisfies At<'GET /provider/v1/intents'>,
  cancelIntent: cancelIntent satisfies At<'POST /provider/v1/intents/:id/cancel'>,
  answerTestIntent: answerTestIntent satisfies At<'POST /provider/v1/test/intents/:id/answer'>,
  jwks: jwks satisfies At<'GET /.well-known/jwks.json'>,
  refundPayment: refundPayment satisfies At<'POST /provider/v1/intents/:id/refunds'>,
  listRefunds: listRefunds satisfies At<'GET /provider/v1/intents/:id/refunds'>,
  providerBalance: providerBalance satisfies At<'GET /provider/v1/balance'>,
  readPayment: readPayment satisfies At<'GET /api/client/intent/:id'>,
  confirmPayment: confirmPayment satisfies At<'POST /api/client/confirm/intent/:id'>,
  executePayment: executePayment satisfies At<'POST /api/client/exec/intent/:id'>,
  releasePayment: releasePayment satisfies At<'POST /api/client/release/intent/:id'>,
  switches: switches satisfies At<'GET /api/switches'>,
  wallet: wallet satisfies At<'GET /api/client/wallet'>,
  walletEntries: walletEntries satisfies At<'GET /api/client/wallet/entries'>,
  walletEntryReceipt: walletEntryReceipt satisfies At<'GET /api/client/wallet/entries/:id'>,
  walletDeposit: walletDeposit satisfies At<'GET /api/client/wallet/deposit'>,
  ...adminApi,
  bankCallback: bankCallback satisfies At<'POST /api/bank/callback'>,
} as const satisfies Record<string, Endpoint>

export type OperationName = keyof typeof api
