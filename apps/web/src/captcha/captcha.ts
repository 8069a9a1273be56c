import { captcha, type CaptchaAction, type CaptchaTask, SECOND_MS } from '@avouch/contract'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { Blocked } from '#api/connection.ts'
import { isRefusal } from '#api/failures.ts'
import { call } from '#api/api.ts'

/** Answers that expire within this time are not sent. */
const MARGIN_MS = 30 * SECOND_MS

/** Solves a task. Each kind is a separate chunk: a page loads only the one that the operator chose. */
async function answerTo(task: CaptchaTask, action: CaptchaAction): Promise<string> {
  if (task.provider === 'off') return ''
  if (task.provider === 'pow') return (await import('./proof-of-work.ts')).work(task.challenge)
  return (await import('./service.ts')).execute(task.provider, task.site_key, action)
}

/** Fetches the browser's task for one request. */
const fetchTask = async (action: CaptchaAction): Promise<CaptchaTask> =>
  (await call(captcha, { query: { action } })).data

const fresh = async (action: CaptchaAction): Promise<string> => answerTo(await fetchTask(action), action)

type Ready = { answer: string; staleAt: number }
const begun = new Map<CaptchaAction, Promise<Ready | undefined>>()

async function workAhead(action: CaptchaAction): Promise<Ready | undefined> {
  const task = await fetchTask(action)
  // Answers of services expire soon and may show a puzzle: only the proof of work is begun early.
  if (task.provider !== 'pow') return undefined
  const staleAt = performance.now() + task.expires_in * SECOND_MS - MARGIN_MS
  return { answer: await answerTo(task, action), staleAt }
}

/** Begins with the first key, so that the visitor need not wait at the end. A failure is tried again by `run`. */
export function prepareCaptcha(action: CaptchaAction): void {
  if (begun.has(action)) return
  const working = workAhead(action)
  begun.set(action, working)
  working.catch((error: unknown) => {
    ignorePrefetchError(error)
    if (begun.get(action) === working) begun.set(action, Promise.resolve(undefined))
  })
}

/** Gives up where the work was blocked: the visitor has waited long enough. */
function throwBlocked(error: unknown): undefined {
  if (error instanceof Blocked) throw error
}

/** Gives an answer for one request: the one that was begun, or a new one. */
async function run(action: CaptchaAction): Promise<string> {
  const working = begun.get(action)
  begun.delete(action)
  const ready = await working?.catch(throwBlocked)
  return ready !== undefined && performance.now() < ready.staleAt ? ready.answer : fresh(action)
}

/** Sends a request with an answer. An answer that the server refuses is replaced once. */
export async function withCaptcha<T>(
  action: CaptchaAction,
  request: (recaptchaResponse: string) => Promise<T>,
): Promise<T> {
  try {
    return await request(await run(action))
  } catch (error) {
    if (!isRefusal(error, 'captcha_failed')) throw error
    return request(await fresh(action))
  }
}
