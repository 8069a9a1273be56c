import { type ProofMethod, SECOND_MS } from '@avouch/contract'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { ProviderAccess } from '../providers/index.ts'
import * as client from './client-intents.ts'
import type { IntentDeps } from './deps.ts'
import type { Intent } from './intent-store.ts'
import { merchantCode } from './merchant-code.ts'
import * as presented from './presented-intents.ts'
import * as provider from './provider-intents.ts'
import { receiptFor } from './receipts.ts'
import { createVerdictSigner, type SigningKeys } from './verdict-signer.ts'
import * as test from './test-outcomes.ts'
import * as visitor from './visitor-intents.ts'

export const EXPIRE_TIMER = { name: 'intents.expire', everyMs: 2 * SECOND_MS }

type Deps = Omit<IntentDeps, 'signer'> & {
  signing: SigningKeys
}
export type Intents = Awaited<ReturnType<typeof createIntents>>

/** Merchant intents: one request of a provider for one visitor, from its creation to its signed answer. */
export async function createIntents({ signing, ...given }: Deps) {
  const signer = await createVerdictSigner(signing)
  const deps: IntentDeps = { ...given, signer }
  return {
    publicKeys: signer.publicKeys,
    /** Notes the ids of the keys in the audit trail, because no command announces a change of them. */
    reportKeys: () =>
      given.report({ type: 'settings.signing_key', reason: signer.publicKeys.map(({ kid }) => kid).join(' ') }),

    create: (owner: ProviderAccess, request: provider.IntentRequest) => provider.createIntent(deps, owner, request),
    read: (owner: ProviderAccess, id: string) => provider.readIntent(deps, owner, id),
    list: (owner: ProviderAccess, listing: provider.IntentListing) => provider.readPage(deps, owner, listing),
    cancel: (owner: ProviderAccess, id: string) => provider.cancelIntent(deps, owner, id),
    answerTest: (owner: ProviderAccess, id: string, result: 'yes' | 'no') =>
      provider.answerTest(deps, owner, id, result),

    newForClient: (request: client.ClientRequest) => client.newForClient(deps, request),
    endForClient: (id: string) => client.endForClient(deps, id),

    summary: (mintid: string, how: { isRead: boolean }) => visitor.summarise(deps, mintid, how),
    openIntent: (mintid: string) => visitor.openIntent(deps, mintid),
    /** The merchant intent code, for the visitor who bound the intent. */
    codeOf: (intentId: string) => merchantCode(given.keys.codes, intentId),
    /** The code of the newest request that an account has bound and not answered. */
    openCodeOf: (accountId: string) => visitor.openCodeOf(deps, accountId),
    describe: (intentId: string) => visitor.describe(deps, intentId),
    bind: (mintid: string, accountId: string) => visitor.bind(deps, mintid, accountId),
    check: (mintid: string, accountId: string) => visitor.check(deps, mintid, accountId),
    confirm: (mintid: string, accountId: string, callback: string | undefined) =>
      visitor.confirm(deps, mintid, accountId, callback),
    chooseTestOutcome: (choice: Parameters<typeof test.choose>[1]) => test.choose(deps, choice),
    testStatusOf: (mintid: string, accountId: string) => test.testStatusOf(deps, mintid, accountId),
    withdrawAll: (accountId: string) => visitor.withdrawAll(deps, accountId),

    presentable: (mintid: string, method: ProofMethod, accountId: string | null) =>
      presented.presentable(deps, mintid, method, accountId),
    prepareAnswer: (db: Executor, answer: Parameters<typeof presented.prepareAnswer>[2]) =>
      presented.prepareAnswer(deps, db, answer),
    answerPresented: (tx: Transaction, answer: presented.PreparedAnswer, how: Parameters<typeof presented.answer>[3]) =>
      presented.answer(deps, tx, answer, how),

    receiptFor: (intent: Intent, now: Date) => receiptFor(deps, intent, now),
    withdraw: (intent: Intent, payerId?: string) => provider.withdrawIntent(deps, intent, payerId),

    /** Ends intents when their time is over. */
    timer: { ...EXPIRE_TIMER, run: () => provider.expireAll(deps) },
  }
}
