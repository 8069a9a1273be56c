import { intentSummary } from '@avouch/contract'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/error-text.ts'

/** Who asks for what; or that nobody does any more. */
export async function askIntent(mintid: string) {
  try {
    return { intent: (await call(intentSummary, { params: { id: mintid } })).data }
  } catch (error) {
    if (isRefusal(error, 'mintid_used')) return { gone: 'mintid_used' as const }
    if (isRefusal(error, 'mintid_not_exist', 'invalid_request')) return { gone: 'mintid_not_exist' as const }
    throw error
  }
}
