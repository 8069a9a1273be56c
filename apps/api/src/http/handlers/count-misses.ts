import { AppError } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Limits } from '../../modules/limits/index.ts'

const isMiss = (error: unknown) => error instanceof AppError && error.code === 'mintid_not_exist'

/** Counts guesses of merchant intent codes: beyond the limit even a right one answers "not found". */
export const countMisses = <T>(limits: Pick<Limits, 'attempt'>, client: Client, run: () => Promise<T>): Promise<T> =>
  limits.attempt({
    actions: ['intent-missed'],
    client,
    run,
    fails: isMiss,
    refusal: () => new AppError('mintid_not_exist'),
  })
