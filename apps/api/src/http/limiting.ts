import type { OperationName } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Client } from '../platform/client.ts'
import type { LimitAction } from '../modules/limits/index.ts'

/** What each call counts as; those of partners, who show a signature, count as nothing. */
const ACTIONS: Readonly<Record<OperationName, LimitAction | undefined>> = {
  captcha: 'captcha',
  signup: 'signup',
  prelogin: 'login',
  token: 'token',
  resendCode: 'resend',
  verifyCode: 'verify',
  cancelCode: 'verify',
  revoke: undefined,
  prechangePin: 'recovery',
  recoverCode: 'recovery',
  recoverVerify: 'verify',
  recoverCancel: 'verify',
  changePin: 'change-pin',
  me: 'account',
  userProfile: 'account',
  userById: 'account',
  updateLanguage: 'account',
  validatePhone: 'validate',
  exportData: 'account',
  deleteAccount: 'account',
  kycInit: 'account',
  kycStatus: 'account',
  kycCallback: undefined,
  intentSummary: 'intent',
  checkIntent: 'account',
  confirmIntent: 'account',
  createAppLink: 'app-link',
  followAppLink: 'intent',
  claimAppLink: 'account',
  matchAppLink: 'account',
  refuseAppLink: 'account',
  createIntent: 'provider',
  readIntent: 'provider',
  listIntents: 'provider',
  cancelIntent: 'provider',
  answerTestIntent: 'provider',
  jwks: undefined,
  refundPayment: 'provider',
  listRefunds: 'provider',
  providerBalance: 'provider',
  readPayment: 'account',
  confirmPayment: 'payment',
  executePayment: 'payment',
  releasePayment: 'payment',
  switches: 'switches',
  wallet: 'account',
  walletEntries: 'account',
  walletEntryReceipt: 'account',
  walletDeposit: 'account',
  bankCallback: undefined,
}

export type LimitCheck = (action: LimitAction, client: Client) => Promise<void>

/** The check of one call, made before its body is read. */
export function limitOf(name: OperationName, admit: LimitCheck): (request: FastifyRequest) => Promise<void> {
  const action = ACTIONS[name]
  return async ({ client }) => (action === undefined ? undefined : admit(action, client))
}
