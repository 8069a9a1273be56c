import { intentSummary } from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { isRefusal } from '#lib/error-text.ts'
import { productQuery } from '#lib/query.ts'

/**
 * Who asks: for everybody who holds the merchant intent code. Every page shows it and none needs it, so that none
 * breaks where it cannot be read.
 */
export function useIntent(mintid: string | undefined) {
  const { data, error } = useQuery({
    ...productQuery,
    throwOnError: false,
    queryKey: ['intent', mintid],
    enabled: mintid !== undefined,
    queryFn: async ({ signal }) => (await call(intentSummary, { params: { id: mintid ?? '' } }, { signal })).data,
  })
  return {
    provider: data?.provider.name,
    kind: data?.kind,
    /** What is to be paid. */
    bill: data?.payment ?? undefined,
    transaction: data?.transaction,
    /** Why the code leads nowhere; a code that is no code is unknown. */
    gone: isRefusal(error, 'mintid_used')
      ? ('mintid_used' as const)
      : isRefusal(error, 'mintid_not_exist', 'invalid_request')
        ? ('mintid_not_exist' as const)
        : undefined,
  }
}
