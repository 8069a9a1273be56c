import { api, AppError, type KnownIntent } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { CallLimits } from '../../modules/rate-limits/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { summary: Handlers['intentSummary']; calls: CallLimits }

/** The intent that a page shows, as the API's call would answer it; undefined where that fails, then the script calls the API. */
export function createIntentOf({ summary, calls }: Deps) {
  async function ask(mintid: string, request: FastifyRequest): Promise<KnownIntent> {
    const params = api.intentSummary.params.safeParse({ id: mintid })
    if (!params.success) return { gone: 'incomplete' }
    await calls.admit('page', request.client)
    const answer = await summary({ params: params.data }, {}, request)
    return { intent: answer.data }
  }
  return async (mintid: string, request: FastifyRequest): Promise<KnownIntent | undefined> => {
    try {
      return await ask(mintid, request)
    } catch (err) {
      if (!(err instanceof AppError)) request.log.error({ err }, 'intent not read for a page')
      else if (err.code === 'mintid_not_exist') return { gone: err.code }
      return undefined
    }
  }
}
