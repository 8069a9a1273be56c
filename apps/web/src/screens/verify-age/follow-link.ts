import {
  APP_LINK_EVENTS_PATH,
  type AppLinkProgress,
  appLinkProgress,
  followAppLink,
  isLastOfAppLink,
} from '@avouch/contract'
import { call } from '#api/api.ts'
import { followProgress } from './follow-progress.ts'

/** How far the app is with a link. @returns the end of it */
export const followLink = (id: string, tell: (progress: AppLinkProgress) => void): (() => void) =>
  followProgress(
    {
      events: APP_LINK_EVENTS_PATH.replace(':id', id),
      ask: async (signal) => (await call(followAppLink, { params: { id } }, { signal })).data,
      parse: (pushed) => appLinkProgress.safeParse(pushed).data,
      isLast: ({ state }) => isLastOfAppLink(state),
    },
    tell,
  )
