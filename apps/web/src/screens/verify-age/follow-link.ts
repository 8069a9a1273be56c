import {
  APP_LINK_EVENTS_PATH,
  APP_LINK_POLL_MS,
  type AppLinkProgress,
  appLinkProgress,
  followAppLink,
  isLastOfAppLink,
} from '@avouch/contract'
import { call } from '#api/api.ts'

/** What was pushed; nothing where it can not be read. */
function readPush(data: unknown): AppLinkProgress | undefined {
  try {
    return appLinkProgress.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}

/**
 * How far the app is, from now on until the end: by push, and where no push arrives by asking. A hidden tab
 * does not ask. @returns the end of it
 */
export function followLink(id: string, tell: (progress: AppLinkProgress) => void): () => void {
  const poll = () => setInterval(() => void ask(), APP_LINK_POLL_MS)
  // Until the first push arrives: a proxy that holds it back reports no error.
  let polling: ReturnType<typeof setInterval> | undefined = poll()
  const push = new EventSource(APP_LINK_EVENTS_PATH.replace(':id', id))

  function stop() {
    push.close()
    clearInterval(polling)
  }
  function hear(progress: AppLinkProgress) {
    if (isLastOfAppLink(progress.state)) stop()
    tell(progress)
  }
  async function ask() {
    if (document.hidden) return
    // One that fails is followed by the next.
    const answer = await call(followAppLink, { params: { id } }).catch(() => undefined)
    if (answer !== undefined) hear(answer.data)
  }
  push.addEventListener('message', ({ data }) => {
    clearInterval(polling)
    polling = undefined
    const progress = readPush(data)
    if (progress !== undefined) hear(progress)
  })
  push.addEventListener('error', () => {
    polling ??= poll()
  })
  return stop
}
