import { checkIntent, confirmIntent } from '@avouch/contract'
import { type Departure, departAfterConfirming } from '@avouch/journey'
import { create } from 'zustand'
import { track } from '#analytics/track.ts'
import { call } from '#api/api.ts'
import { processingIntent } from '#api/session.ts'
import { rememberOutcome } from '#visit/tab-state.ts'
import { forgetVisit } from '#visit/verification.ts'

/** Has the way back that the confirmation gave, for the last page. In memory only. */
export const useReturnAddress = create<{ address?: string | undefined }>(() => ({}))

type Asked = { mintid: string; mobile: boolean; callback: string | undefined }

/** Gives the provider its answer, and returns where the visitor goes. The address always comes from the server. */
export async function confirmAndDepart({ mintid, mobile, callback }: Asked): Promise<Departure> {
  const params = { id: mintid }
  const marked = processingIntent.is(mintid)
  if (marked) {
    const { data } = await call(checkIntent, { params })
    if (!data.data.result) return { page: '/verify-age/denied' }
  }
  const { data } = await call(confirmIntent, { params, body: { callback } })
  const { result, redirect_uri } = data.data
  processingIntent.clear()
  forgetVisit()
  rememberOutcome(mintid, result ? 'yes' : 'no')
  if (result) {
    track('confirmed')
    useReturnAddress.setState({ address: redirect_uri ?? undefined })
  }
  return departAfterConfirming({
    result,
    redirectUri: redirect_uri,
    mobile,
    marked,
    hasCallback: callback !== undefined,
  })
}
