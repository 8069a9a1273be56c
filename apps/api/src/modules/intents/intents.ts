import { type ProofMethod, SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { unhurriedly } from '../../platform/database/sweep.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Audit } from '../audit/index.ts'
import type { Providers } from '../providers/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import { Answers } from './answers.ts'
import { Creation } from './creation.ts'
import { countTimer } from './day-counts.ts'
import { Endings } from './endings.ts'
import { findExpired, findUnproven } from './intent-change-store.ts'
import { MerchantCodes } from './merchant-codes.ts'
import { OwnIntents } from './own-intents.ts'
import { PresentedIntents } from './presented-intents.ts'
import { ProviderIntents } from './provider-intents.ts'
import { TestOutcomes } from './test-outcomes.ts'
import { createVerdictSigner, type VerdictKeys } from './verdict-signer.ts'
import { VisitorIntents } from './visitor-intents.ts'

export const EXPIRE_TIMER = { name: 'intents.expire', everyMs: 2 * SECOND_MS }

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  providers: Providers
  limiter: RateLimiter
  /** Derive merchant intent codes and pairwise subjects. */
  keys: { codes: Keys; subjects: Keys }
  signing: VerdictKeys
  /** The methods that this installation answers by. */
  switchedOn: readonly ProofMethod[]
  settings: { publicUrl: string; testsProveNothing: boolean }
}
export type Intents = Awaited<ReturnType<typeof createIntents>>

/** Merchant intents: one request of a provider for one visitor, from its creation to its signed answer. */
export async function createIntents({ keys, signing, settings, ...given }: Deps) {
  const { db, clock, audit } = given
  const signer = await createVerdictSigner(signing)
  const codes = new MerchantCodes({ keys: keys.codes, publicUrl: settings.publicUrl })
  const endings = new Endings({ db, audit })
  const answers = new Answers({ db, clock, endings, signer, subjects: keys.subjects, settings })
  const parts = { ...given, codes, endings, answers }
  const creation = new Creation(parts)
  const visitors = new VisitorIntents(parts)
  return {
    publicKeys: signer.publicKeys,
    /** Notes the ids of the keys in the audit trail, because no command announces a change of them. */
    reportKeys: () =>
      audit.report({ type: 'settings.signing_key', reason: signer.publicKeys.map(({ kid }) => kid).join(' ') }),
    codes,
    creation,
    answers,
    visitors,
    own: new OwnIntents(parts),
    providers: new ProviderIntents({ ...parts, creation }),
    presented: new PresentedIntents(parts),
    tests: new TestOutcomes({ ...parts, visitors }),
    counts: countTimer(given),
    timer: {
      ...EXPIRE_TIMER,
      /** Ends every expired intent, and every payment after its payer lost the proof. */
      async run(signal: AbortSignal) {
        const now = clock()
        const reading = unhurriedly(db, signal)
        const unproven = new Set(await findUnproven(reading, now))
        const due = [...(await findExpired(reading, now)), ...unproven]
        await eachRow(due, signal, (id) =>
          unproven.has(id) ? endings.cancelUnproven(id, now) : endings.expire(id, now),
        )
      },
    },
  }
}
