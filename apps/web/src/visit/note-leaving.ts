import { leaveIntent } from '@avouch/contract'
import { call } from '#api/api.ts'

/** Calls the server for a website that may wait in another tab. The call outlives the page. */
export const noteLeaving = async (mintid: string): Promise<void> =>
  void (await call(leaveIntent, { params: { id: mintid } }))
