import {
  APP_LINK_EVENTS_PATH,
  type AppLinkProgress,
  appLinkProgress,
  createAppLink,
  followAppLink,
  isLastOfAppLink,
  SECOND_MS,
} from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/api.ts'
import { productQuery, queryClient } from '#api/query.ts'
import { followProgress } from './follow-progress.ts'

const WAITING: AppLinkProgress = { state: 'waiting', redirect_uri: null }

/** Creates a link for the app and follows its progress; `again` creates another one. Without a merchant intent code it creates none. */
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

/** Follows the app's progress with a link. @returns stops it */
const followLink = (id: string, tell: (progress: AppLinkProgress) => void): (() => void) =>
  followProgress(
    {
      events: APP_LINK_EVENTS_PATH.replace(':id', id),
      ask: async (signal) => (await call(followAppLink, { params: { id } }, { signal })).data,
      parse: (event) => appLinkProgress.safeParse(event).data,
      isLast: ({ state }) => isLastOfAppLink(state),
    },
    tell,
  )
