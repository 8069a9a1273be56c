import { intentSummary } from '@avouch/contract'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/error-text.ts'

/** The provider of a request and what it asks for; or that the request is gone. */
export async function askIntent(mintid: string) {
  try {
    return { intent: (await call(intentSummary, { params: { id: mintid } }, { timeout: 8_000 })).data }
  } catch (error) {
    if (isRefusal(error, 'mintid_used')) return { gone: 'mintid_used' as const }
    if (isRefusal(error, 'mintid_not_exist')) return { gone: 'mintid_not_exist' as const }
    if (isRefusal(error, 'invalid_request')) return { gone: 'incomplete' as const }
    throw error
  }
}
