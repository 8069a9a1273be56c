import { api, AppError, type KnownIntent } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Intents } from '../../modules/intents/index.ts'
import type { CallLimits } from '../../modules/rate-limits/index.ts'
import type { Handlers } from '../route.ts'

type Deps = {
  summary: Handlers['intentSummary']
  summaryOfPast: Intents['summaryOfPast']
  admit: CallLimits['admit']
}

const whyGone = (error: unknown) =>
  error instanceof AppError && (error.code === 'mintid_used' || error.code === 'mintid_not_exist')
    ? error.code
    : undefined

/** The intent that a page shows, as the API's call would answer it; undefined where that fails, then the script calls the API. */
export function createIntentOf({ summary, summaryOfPast, admit }: Deps) {
  async function ask(mintid: string, request: FastifyRequest): Promise<KnownIntent> {
    const params = api.intentSummary.params.safeParse({ id: mintid })
    if (!params.success) return { gone: 'incomplete' }
    await admit('page', request.client)
    const answer = await summary({ params: params.data }, {}, request)
    return { intent: answer.data }
  }
  const tell = (request: FastifyRequest, err: unknown) => request.log.error({ err }, 'intent not read for a page')
  async function past(mintid: string, request: FastifyRequest) {
    try {
      return await summaryOfPast(mintid)
    } catch (error) {
      tell(request, error)
      return undefined
    }
  }
  return async (mintid: string, request: FastifyRequest): Promise<KnownIntent | undefined> => {
    try {
      return await ask(mintid, request)
    } catch (error) {
      const gone = whyGone(error)
      if (gone !== undefined) return { gone, intent: gone === 'mintid_used' ? await past(mintid, request) : undefined }
      if (!(error instanceof AppError)) tell(request, error)
      return undefined
    }
  }
}
