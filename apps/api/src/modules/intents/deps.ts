import type { ProofMethod } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Report } from '../audit/index.ts'
import type { Providers } from '../providers/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { EndDeps } from './endings.ts'
import type { VerdictSigner } from './verdict-signer.ts'

/** What the use cases of intents work with. */
export type IntentDeps = EndDeps & {
  clock: Clock
  signer: VerdictSigner
  /** Derive merchant intent codes and pairwise subjects. */
  keys: { codes: Pick<Keys, 'mac'>; subjects: Pick<Keys, 'mac'> }
  providers: Pick<Providers, 'isRegisteredRedirect' | 'domainFor' | 'acceptedMethods'>
  limiter: Pick<RateLimiter, 'admit'>
  /** The methods that this installation answers by. */
  switchedOn: readonly ProofMethod[]
  /** No check and no app answers a test: its visitor chooses. */
  testsProveNothing: boolean
  publicUrl: string
  report: Report
}
