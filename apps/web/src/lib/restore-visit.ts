import { stringifySearch } from '#lib/search.ts'
import { useVerification } from '#lib/verification.ts'

type Visited = { pathname: string; search: { mintid?: string | undefined; mobile: boolean } }

/** The address with the parameters of the visit that is open, for whoever comes back without them. */
export function restoredAddress({ pathname, search }: Visited): string | undefined {
  const { merchantIntentId, isMobileVerifyUser } = useVerification.getState()
  if (search.mintid !== undefined || merchantIntentId === '') return undefined
  const mobile = search.mobile || isMobileVerifyUser
  return pathname + stringifySearch({ ...search, mintid: merchantIntentId, mobile })
}
