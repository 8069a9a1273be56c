import type { Language } from '@avouch/contract'
import { type RegistrationKind, writeAccountExistsNotice } from '../accounts/index.ts'
import {
  type CodeOwner,
  codeWasRight,
  type Delivery,
  FORGET_NUMBER_TRIES,
  forgetNumber,
  ownerColumns,
} from '../codes/index.ts'
import type { Completion, SignInStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import type { AppendEvents } from '../audit/index.ts'
import { makeKnown } from '../devices/index.ts'
import {
  accountOfSession,
  addAccess,
  findOpenedBy,
  insertFamily,
  moveSessions,
  revokeOldest,
} from '../sessions/index.ts'
import type { EnqueueSms, SmsLedger } from '../sms/index.ts'
import { forgiveStrangers } from '../pins/index.ts'

type Recipient = { phone_idx: Uint8Array; phone_enc: string; language: Language; kind: RegistrationKind }

/** What tells whether an SMS was refused also tells that one was sent. */
const DELIVERIES: Readonly<Record<RegistrationKind, Delivery>> = {
  open: 'awaited',
  concealed: 'unawaited',
  taken: 'none',
}

const MAKE_ACCOUNT = `
  insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
  select $2, phone_idx, phone_enc, pin_enc, language, data_collection_consent, $3 from registration where id = $1
  on conflict (phone_idx) do nothing
  returning phone_idx`

type Number = { phoneIdx: Buffer; phoneEnc: string }

async function lockNumberOf(tx: Executor, registrationId: string): Promise<Number | undefined> {
  const [row] = await tx.query<{ phone_idx: Uint8Array; phone_enc: string }>(
    'select phone_idx, phone_enc from registration where id = $1',
    [registrationId],
  )
  if (row === undefined) return undefined
  const phoneIdx = Buffer.from(row.phone_idx)
  await lockNumber(tx, phoneIdx)
  // The owner before its challenges, like everybody who sends a code.
  await tx.query('select 1 from registration where id = $1 for update', [registrationId])
  return { phoneIdx, phoneEnc: row.phone_enc }
}

/** The registration becomes the account; what was its own moves along, and every other registration of the number goes. */
async function promote(tx: Executor, registrationId: string, accountId: string, now: Date): Promise<boolean> {
  const [made] = await tx.query<{ phone_idx: Uint8Array }>(MAKE_ACCOUNT, [registrationId, accountId, now])
  if (made === undefined) return false
  const moved = [registrationId, accountId]
  await tx.query('update sms_challenge set account_id = $2, registration_id = null where registration_id = $1', moved)
  await moveSessions(tx, registrationId, accountId)
  const number = [Buffer.from(made.phone_idx)]
  await tx.query('delete from registration where phone_idx = $1', number)
  // After the challenges, as whoever guesses: they would wait for each other.
  await tx.query(FORGET_NUMBER_TRIES, number)
  await forgetNumber(tx, Buffer.from(made.phone_idx))
  return true
}

async function repeated(tx: Executor, challengeId: string, since: Date): Promise<Completion> {
  const family = await findOpenedBy(tx, challengeId, since)
  return family === undefined ? { kind: 'gone' } : { kind: 'repeated', ...family }
}

/** Whether a number may not register for a while, because its holder was under age. */
export type IsStopped = (tx: Executor, number: Number, now: Date) => Promise<boolean>

type Hooks = { isStopped: IsStopped; ledger: Pick<SmsLedger, 'drain'>; append: AppendEvents; enqueueSms: EnqueueSms }

export function createSignInStore(db: Database, { isStopped, ledger, append, enqueueSms }: Hooks): SignInStore {
  return {
    async recipient(owner: CodeOwner) {
      const table = 'accountId' in owner ? 'account' : 'registration'
      const kind = 'accountId' in owner ? `'open' as kind` : 'kind'
      const id = 'accountId' in owner ? owner.accountId : owner.registrationId
      const [row] = await db.query<Recipient>(
        `select phone_idx, phone_enc, language, ${kind} from ${table} where id = $1`,
        [id],
      )
      return (
        row && {
          purpose: 'accountId' in owner ? 'login' : 'register',
          phoneIdx: Buffer.from(row.phone_idx),
          phoneEnc: row.phone_enc,
          language: row.language,
          delivery: DELIVERIES[row.kind],
        }
      )
    },

    complete: (challengeId, owner, { family, access }, repeatSince) =>
      db.transaction(async (tx) => {
        const number = 'registrationId' in owner ? await lockNumberOf(tx, owner.registrationId) : undefined
        // A PIN that is being changed, or an account that is being deleted, is waited for; so is another sign-in.
        if ('accountId' in owner)
          await tx.query('select 1 from account where id = $1 for no key update', [owner.accountId])
        const used = await tx.query<{ phone_idx: Uint8Array }>(
          `update sms_challenge set state = 'used', used_at = $4
           where id = $1 and account_id is not distinct from $2 and registration_id is not distinct from $3 and state = 'live'
             and purpose <> 'reset'
           returning phone_idx`,
          [challengeId, ...ownerColumns(owner), family.now],
        )
        if (used.length === 0) return repeated(tx, challengeId, repeatSince)
        if (number !== undefined && (await isStopped(tx, number, family.now))) {
          await tx.query('delete from registration where phone_idx = $1', [number.phoneIdx])
          await append(tx, { type: 'signup.stopped', phoneIdx: number.phoneIdx })
          return { kind: 'under_age' }
        }
        const accountId = 'accountId' in family.owner ? family.owner.accountId : ''
        if ('registrationId' in owner && !(await promote(tx, owner.registrationId, accountId, family.now)))
          return { kind: 'number_taken' }
        await insertFamily(tx, family, access)
        const ended = await revokeOldest(tx, accountId, family)
        await ledger.drain(tx, challengeId, family.now)
        const added = family.device !== null && (await makeKnown(tx, accountId, family.device, family.now))
        const wasKnown = family.device !== null && !added
        if (!wasKnown) await forgiveStrangers(tx, accountId)
        const phoneIdx = used[0] && Buffer.from(used[0].phone_idx)
        if (phoneIdx) await codeWasRight(tx, { phoneIdx, purpose: 'login', known: wasKnown ? family.device : null })
        const what = { accountId, familyId: family.id, device: family.device }
        await append(
          tx,
          { ...what, type: 'otp.verified' },
          ...('registrationId' in owner ? [{ ...what, type: 'signup.completed' } as const] : []),
          ...(added ? [{ ...what, type: 'device.added' } as const] : []),
          { ...what, type: 'auth.token.issued' },
          ...ended.map((familyId) => ({ accountId, familyId, type: 'session.revoked', reason: 'too many' }) as const),
        )
        return { kind: 'opened' }
      }),

    tellAccountExists: (phoneIdx, now) => writeAccountExistsNotice(db, { phoneIdx, now }, enqueueSms),

    accountOf: (familyId) => accountOfSession(db, familyId),

    addAccess: (familyId, access) => addAccess(db, familyId, access),
  }
}
