import type { Executor } from '../../platform/database/database.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const SPEND = `insert into spent_captcha (hash, expires_at) values ($1, $2) on conflict do nothing returning 1`

export type SpentCaptchaStore = ReturnType<typeof createSpentCaptchaStore>

export const createSpentCaptchaStore = (db: Executor) => ({
  /** One statement decides: of two uses at the same moment one is the first. */
  isFirstUse: async (hash: Buffer, expiresAt: Date): Promise<boolean> =>
    (await db.query(SPEND, [hash, expiresAt])).length > 0,
})

export const sweepCaptcha = sweepOf({ keepMs: 0, table: 'spent_captcha', where: 't.expires_at <= $1' })
