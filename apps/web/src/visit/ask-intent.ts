import { intentSummary, type KnownIntent } from '@avouch/contract'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/error-text.ts'

/**
 * The provider of a request and what it asks for; or that the request is gone, with what was known of it before: the way
 * back to the website stays.
 */
export async function askIntent(mintid: string, before: KnownIntent | undefined): Promise<KnownIntent> {
  try {
    return { intent: (await call(intentSummary, { params: { id: mintid } }, { timeout: 8_000 })).data }
  } catch (error) {
    if (isRefusal(error, 'mintid_used')) return { ...before, gone: 'mintid_used' }
    if (isRefusal(error, 'mintid_not_exist')) return { ...before, gone: 'mintid_not_exist' }
    if (isRefusal(error, 'invalid_request')) return { ...before, gone: 'incomplete' }
    throw error
  }
}
