import type { Language } from '@avouch/contract'
import type { Account, AccountStore, RegistrationKind } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import type { AppendEvents } from '../audit/index.ts'
import { deactivate, erase } from './deactivation.ts'
import { heldRows } from './held-data.ts'
import { closeWallet } from '../wallet/index.ts'

type AccountRow = {
  id: string
  phone_idx: Uint8Array
  phone_enc: string
  pin_enc: string
  language: Language
  active: boolean
}

const MAKE_ROOM = `
  delete from registration where phone_idx = $1 and kind <> 'unknown' and (expires_at <= $2 or id not in (
    select id from registration where phone_idx = $1 and kind <> 'unknown' and expires_at > $2 order by created_at desc limit $3))`

/** Guesses at a registration's PIN are counted under its id. */
const FORGET_COUNTERS = `
  delete from pin_throttle where phone_idx = $1 and class_key like 'reg\\_%'
    and class_key not in (select id from registration where phone_idx = $1)`

const SELECT = `select id, phone_idx, phone_enc, pin_enc, language, state = 'active' as active from account`

const toAccount = ({ id, phone_idx, phone_enc, pin_enc, language, active }: AccountRow): Account => ({
  id,
  phoneIdx: Buffer.from(phone_idx),
  phoneEnc: phone_enc,
  pinEnc: pin_enc,
  language,
  active,
})

const DUE = `select 1 from account where id = $1 and state = 'deactivated' and erase_after <= $2 for update`

/** Leaves a job behind that goes through the accounts that are to be closed. */
export type EnqueueClosing = (tx: Executor) => Promise<void>

type Hooks = { enqueueClosing: EnqueueClosing; append: AppendEvents }

export function createAccountStore(db: Database, { enqueueClosing, append }: Hooks): AccountStore {
  return {
    async find(id) {
      const [row] = await db.query<AccountRow>(`${SELECT} where id = $1`, [id])
      return row && toAccount(row)
    },

    async findByPhone(phoneIdx) {
      const [row] = await db.query<AccountRow>(`${SELECT} where phone_idx = $1`, [phoneIdx])
      return row && toAccount(row)
    },

    held: (id, now) => heldRows(db, id, now),

    deactivate: (id, now) =>
      db.transaction(async (tx) => {
        await tx.query('select 1 from account where id = $1 for update', [id])
        await deactivate(tx, id, now)
        await enqueueClosing(tx)
        const what = { accountId: id }
        await append(tx, { ...what, type: 'account.erase_requested' }, { ...what, type: 'account.deactivated' })
      }),

    async deactivated() {
      const rows = await db.query<{ id: string }>(
        `select id from account where state = 'deactivated' order by erase_after`,
      )
      return rows.map(({ id }) => id)
    },

    erase: (id, now) =>
      db.transaction(async (tx) => {
        const due = await tx.query(DUE, [id, now])
        const closed = due.length === 0 ? [] : await closeWallet(tx, id, now)
        if (closed === undefined) return
        if (await erase(tx, id, now)) await append(tx, ...closed, { type: 'account.erased', accountId: id })
      }),

    async profile(id) {
      const [row] = await db.query<{
        language: Language
        data_collection_consent: boolean
        phone_idx: Uint8Array
        phone_enc: string
      }>('select language, data_collection_consent, phone_idx, phone_enc from account where id = $1', [id])
      if (row === undefined) return undefined
      const { language, data_collection_consent, phone_idx, phone_enc } = row
      return {
        language,
        dataCollectionConsent: data_collection_consent,
        phoneIdx: Buffer.from(phone_idx),
        phoneEnc: phone_enc,
      }
    },

    setLanguage: async (id, language) =>
      void (await db.query('update account set language = $2 where id = $1', [id, language])),

    register: (registration, atMost) =>
      db.transaction(async (tx) => {
        const { id, kind, phoneIdx, phoneEnc, pinEnc, language, dataCollectionConsent, createdAt, expiresAt } =
          registration
        await lockNumber(tx, phoneIdx)
        await tx.query(MAKE_ROOM, [phoneIdx, createdAt, atMost - 1])
        await tx.query(FORGET_COUNTERS, [phoneIdx])
        await tx.query(
          `insert into registration
             (id, kind, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [id, kind, phoneIdx, phoneEnc, pinEnc, language, dataCollectionConsent, createdAt, expiresAt],
        )
      }),

    async registrations(phoneIdx, now) {
      const rows = await db.query<{ id: string; pin_enc: string; kind: RegistrationKind }>(
        `select id, pin_enc, kind from registration
         where phone_idx = $1 and kind <> 'unknown' and expires_at > $2 order by created_at desc`,
        [phoneIdx, now],
      )
      return rows.map(({ id, pin_enc, kind }) => ({ id, pinEnc: pin_enc, kind }))
    },
  }
}
