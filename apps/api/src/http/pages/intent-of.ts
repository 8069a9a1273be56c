import { api, AppError, type KnownIntent } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Handlers } from '../route.ts'

type Deps = {
  summary: Handlers['intentSummary']
  /** Who looks at a page has looked at its request: both count as one. */
  admit: (request: FastifyRequest) => Promise<void>
}

const whyGone = (error: unknown) =>
  error instanceof AppError && (error.code === 'mintid_used' || error.code === 'mintid_not_exist')
    ? error.code
    : undefined

/** What a page says of who asks, as the call for it would; nothing where that fails, and the script asks. */
export function createIntentOf({ summary, admit }: Deps) {
  async function ask(mintid: string, request: FastifyRequest): Promise<KnownIntent> {
    const params = api.intentSummary.params.safeParse({ id: mintid })
    if (!params.success) return { gone: 'mintid_not_exist' }
    await admit(request)
    const answer = await summary({ params: params.data }, {}, request)
    return { intent: answer.data }
  }
  return async (mintid: string, request: FastifyRequest): Promise<KnownIntent | undefined> => {
    try {
      return await ask(mintid, request)
    } catch (error) {
      const gone = whyGone(error)
      if (gone !== undefined) return { gone }
      if (!(error instanceof AppError)) request.log.error({ err: error }, 'who asks was not read for a page')
      return undefined
    }
  }
}
