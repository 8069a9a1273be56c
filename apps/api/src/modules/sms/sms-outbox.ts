import type { Language } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import type { CodeSeed } from './code-seed.ts'

/** Somebody will look after the message, even when this process ends now. */
export type EnqueueSms = (tx: Executor, smsId: string) => Promise<void>

/** The generation and send of a challenge that a message belongs to; a delivery of 'none' is written and never sent. */
type CodeSms = Pick<CodeSeed, 'id' | 'generation'> & { sends: number; delivery: string; codeExpiresAt: Date }

/** A code is to be sent, or looks as if it were: part of the transaction that allowed it, and once for each challenge, generation and send. */
export async function writeCodeSms(tx: Executor, code: CodeSms, language: Language, now: Date): Promise<string> {
  const { id, generation, sends, delivery, codeExpiresAt } = code
  const smsId = `${id}:${generation}:${sends}`
  await tx.query(
    `insert into sms_message (id, challenge_id, generation, send, language, state, good_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [smsId, id, generation, sends, language, delivery === 'none' ? 'dead' : 'waiting', codeExpiresAt, now],
  )
  return smsId
}
