import {
  createPresentation,
  followPresentation,
  isLastOfPresentation,
  PRESENTATION_EVENTS_PATH,
  type PresentationKind,
  type PresentationProgress,
  presentationProgress,
  type PresentationWay,
  SECOND_MS,
} from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/api.ts'
import { productQuery, queryClient } from '#api/query.ts'
import { followProgress } from './follow-progress.ts'
import { storePresentation } from './stored-presentation.ts'

const WAITING: PresentationProgress = { state: 'waiting', reason: null, redirect_uri: null }

const follow = (id: string, tell: (progress: PresentationProgress) => void) =>
  followProgress(
    {
      events: PRESENTATION_EVENTS_PATH.replace(':id', id),
      ask: async (signal) => (await call(followPresentation, { params: { id } }, { signal })).data,
      parse: (event) => presentationProgress.safeParse(event).data,
      isLast: isLastOfPresentation,
    },
    tell,
  )

/** Creates a request to an app and follows its progress; `again` creates another one. Without a merchant intent code it creates none. */
export function usePresentation(mintid: string | undefined, way: PresentationWay, kind: PresentationKind) {
  const [round, setRound] = useState(0)
  const [told, setTold] = useState<{ id: string; progress: PresentationProgress }>()
  const query = {
    ...productQuery,
    throwOnError: false,
    queryKey: ['presentation', mintid, way, kind, round],
    enabled: mintid !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const body = { mintid: mintid ?? '', way, kind }
      const { data } = await call(createPresentation, { body }, { signal })
      storePresentation(data.id)
      return { ...data, until: performance.now() + data.expires_in * SECOND_MS }
    },
  }
  const { data: presentation, error } = useQuery(query, queryClient)
  const id = presentation?.id
  useEffect(() => {
    if (id === undefined || way === 'dc_api') return
    return follow(id, (progress) => setTold({ id, progress }))
  }, [id, way])
  return {
    presentation,
    error,
    progress: told !== undefined && told.id === id ? told.progress : WAITING,
    again: () => setRound((before) => before + 1),
  }
}
