import { type CaptchaAction, type CaptchaTask, SECOND_MS } from '@avouch/contract'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { Blocked } from '#api/connection.ts'
import { isRefusal } from '#api/error-text.ts'

/** An answer ages: one that is about to expire is not sent. */
const MARGIN_MS = 30 * SECOND_MS

/** Each kind is a chunk of its own: a page loads only what the operator chose. */
async function answerTo(task: CaptchaTask, action: CaptchaAction): Promise<string> {
  if (task.provider === 'off') return ''
  if (task.provider === 'pow') return (await import('./proof-of-work.ts')).work(task.challenge)
  return (await import('./service.ts')).execute(task.provider, task.site_key, action)
}

const askFor = async (action: CaptchaAction): Promise<CaptchaTask> =>
  (await import('./ask-captcha.ts')).askCaptcha(action)

const fresh = async (action: CaptchaAction): Promise<string> => answerTo(await askFor(action), action)

type Ready = { answer: string; staleAt: number }
const begun = new Map<CaptchaAction, Promise<Ready | undefined>>()

async function workAhead(action: CaptchaAction): Promise<Ready | undefined> {
  const task = await askFor(action)
  // Answers of services expire soon and may ask for attention: only what takes time is begun before it is needed.
  if (task.provider !== 'pow') return undefined
  const staleAt = performance.now() + task.expires_in * SECOND_MS - MARGIN_MS
  return { answer: await answerTo(task, action), staleAt }
}

/** Begins with the first key, so that the visitor need not wait at the end. What fails here is tried again by run. */
export function prepareCaptcha(action: CaptchaAction): void {
  if (begun.has(action)) return
  const working = workAhead(action)
  begun.set(action, working)
  working.catch((error: unknown) => {
    ignorePrefetchError(error)
    if (begun.get(action) === working) begun.set(action, Promise.resolve(undefined))
  })
}

/** The visitor has waited for it as long as for a new one. */
function throwBlocked(error: unknown): undefined {
  if (error instanceof Blocked) throw error
}

/** An answer for one request: the one that was begun, or a new one. */
async function run(action: CaptchaAction): Promise<string> {
  const working = begun.get(action)
  begun.delete(action)
  const ready = await working?.catch(throwBlocked)
  return ready !== undefined && performance.now() < ready.staleAt ? ready.answer : fresh(action)
}

/** Sends a request with an answer; one that the server does not take is replaced once. */
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
