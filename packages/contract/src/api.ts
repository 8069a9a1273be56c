import { deleteAccount, exportData, me, updateLanguage, userById, userProfile, validatePhone } from './account.ts'
import { claimAppLink, createAppLink, followAppLink, matchAppLink, refuseAppLink } from './app-links.ts'
import { cancelCode, prelogin, resendCode, revoke, signup, token, verifyCode } from './auth.ts'
import { captcha } from './captcha.ts'
import type { Endpoint } from './endpoint.ts'
import { checkIntent, confirmIntent, intentSummary } from './intents.ts'
import { kycCallback, kycInit, kycStatus } from './kyc.ts'
import {
  confirmPayment,
  executePayment,
  listRefunds,
  providerBalance,
  readPayment,
  refundPayment,
  releasePayment,
} from './payments.ts'
import { answerTestIntent, cancelIntent, createIntent, jwks, listIntents, readIntent } from './provider.ts'
import { changePin, prechangePin, recoverCancel, recoverCode, recoverVerify } from './recovery.ts'
import { switches } from './switches.ts'
import { bankCallback, wallet, walletDeposit, walletEntries, walletEntryReceipt } from './wallet.ts'

/** Every endpoint there is, by the name of its operation. Routes, OpenAPI and clients come from this table. */
export const api = {
  captcha,
  signup,
  prelogin,
  token,
  resendCode,
  verifyCode,
  cancelCode,
  revoke,
  prechangePin,
  recoverCode,
  recoverVerify,
  recoverCancel,
  changePin,
  me,
  userProfile,
  userById,
  updateLanguage,
  validatePhone,
  exportData,
  deleteAccount,
  kycInit,
  kycStatus,
  kycCallback,
  intentSummary,
  checkIntent,
  confirmIntent,
  createAppLink,
  followAppLink,
  claimAppLink,
  matchAppLink,
  refuseAppLink,
  createIntent,
  readIntent,
  listIntents,
  cancelIntent,
  answerTestIntent,
  jwks,
  refundPayment,
  listRefunds,
  providerBalance,
  readPayment,
  confirmPayment,
  executePayment,
  releasePayment,
  switches,
  wallet,
  walletEntries,
  walletEntryReceipt,
  walletDeposit,
  bankCallback,
} as const satisfies Record<string, Endpoint>

export type OperationName = keyof typeof api
