import { type AppLinkProgress, createAppLink, SECOND_MS } from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/api.ts'
import { productQuery, queryClient } from '#api/query.ts'
import { followLink } from './follow-link.ts'

const WAITING: AppLinkProgress = { state: 'waiting', redirect_uri: null }

/** A link for the app and how far it is; another round makes another link. Without a code there is none. */
export function useAppLink(mintid: string | undefined) {
  const [round, setRound] = useState(0)
  const [told, setTold] = useState<{ id: string; progress: AppLinkProgress }>()
  const query = {
    ...productQuery,
    throwOnError: false,
    queryKey: ['app-link', mintid, round],
    enabled: mintid !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await call(createAppLink, { body: { mintid: mintid ?? '' } }, { signal })
      return { ...data, until: performance.now() + data.expires_in * SECOND_MS }
    },
  }
  const { data: link, error } = useQuery(query, queryClient)
  const id = link?.id
  useEffect(() => {
    if (id === undefined) return
    return followLink(id, (progress) => setTold({ id, progress }))
  }, [id])
  return {
    link,
    error,
    progress: told !== undefined && told.id === id ? told.progress : WAITING,
    again: () => setRound((before) => before + 1),
  }
}
