import type { Language } from '@avouch/contract'
import type { CodeOwner, Delivery } from '../codes/index.ts'
import type { CodePurpose } from '../sms/index.ts'
import type { OpenedFamily } from '../sessions/index.ts'

export type CodeRecipient = {
  purpose: CodePurpose
  phoneIdx: Buffer
  phoneEnc: string
  language: Language
  delivery: Delivery
}

export type Completion =
  | { kind: 'opened' }
  /** The code was used a moment ago by the same sign-in: its answer got lost. */
  | { kind: 'repeated'; familyId: string; accountId: string }
  /** Another registration of the same number was faster. */
  | { kind: 'number_taken' }
  /** The holder of the number was under age a short time ago. Nobody learns that without the number's SMS code. */
  | { kind: 'under_age' }
  | { kind: 'gone' }

export type SignInStore = {
  recipient(owner: CodeOwner): Promise<CodeRecipient | undefined>
  /**
   * One transaction: uses up the challenge, makes an account of a registration, removes the number's other
   * registrations, opens the session, makes its device a known one. Of two calls at the same moment one opens and the other repeats.
   */
  complete(challengeId: string, owner: CodeOwner, opened: OpenedFamily, repeatSince: Date): Promise<Completion>
  /** Writes down an SMS to the holder of the number's account: somebody tried to register it. Once a day. */
  tellAccountExists(phoneIdx: Buffer, now: Date): Promise<void>
  /** The account that a sign-in belongs to, once its registration has become one. */
  accountOf(familyId: string): Promise<string | undefined>
  addAccess(familyId: string, access: OpenedFamily['access']): Promise<void>
}
