import type { SpentCaptchaStore } from './ports.ts'
import type { Executor } from '../../platform/database/database.ts'

const SPEND = `insert into spent_captcha (hash, expires_at) values ($1, $2) on conflict do nothing returning 1`

export const createSpentCaptchaStore = (db: Executor): SpentCaptchaStore => ({
  isFirstUse: async (hash, expiresAt) => (await db.query(SPEND, [hash, expiresAt])).length > 0,
})
