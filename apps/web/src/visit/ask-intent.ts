import { intentSummary, type KnownIntent } from '@avouch/contract'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/error-text.ts'

/** The provider of a request and what it asks for, also of one that has ended; or that there is none. */
export async function askIntent(mintid: string): Promise<KnownIntent> {
  try {
    return { intent: (await call(intentSummary, { params: { id: mintid } }, { timeout: 8_000 })).data }
  } catch (error) {
    if (isRefusal(error, 'mintid_not_exist')) return { gone: 'mintid_not_exist' }
    if (isRefusal(error, 'invalid_request')) return { gone: 'incomplete' }
    throw error
  }
}
