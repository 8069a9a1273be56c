import { type CaptchaAction, type CaptchaService, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { Blocked } from '#api/connection.ts'
import { withTimeout } from './with-timeout.ts'
import { trustedCaptchaScript } from './trusted.ts'

/** Enough for an answer without a puzzle, which takes a second or two. */
const PATIENCE_MS = 15 * SECOND_MS
/** Enough for a person to solve a puzzle; services let it expire after two minutes. */
const PUZZLE_MS = 3 * MINUTE_MS
const LOOK_EVERY_MS = SECOND_MS

/** Callbacks of all services; each calls those that it knows. */
type Callbacks = {
  callback: (answer: string) => void
  'error-callback': (reason?: unknown) => void
  'expired-callback': () => void
  'chalexpired-callback': () => void
  'timeout-callback': () => void
  'unsupported-callback': () => void
  'close-callback': () => void
  'open-callback': () => void
  'before-interactive-callback': () => void
}
type Settings = Callbacks & { sitekey: string; size: 'invisible'; action: CaptchaAction }
/** Names of the services' global objects. */
const NAMES: Record<CaptchaService, string> = {
  recaptcha: 'grecaptcha',
  hcaptcha: 'hcaptcha',
  turnstile: 'turnstile',
}

/** Finds the service's global object, which has no types here. */
const found = (service: CaptchaService) =>
  Reflect.get(window, NAMES[service]) as (Partial<Widget> & { ready?: (then: () => void) => void }) | undefined

const silent = (cause?: unknown) => new Blocked('notice.captchaSilent', cause)
const closed = () => new Blocked('notice.captchaClosed')
const expired = () => new Blocked('error.captcha_failed')

let attempts = 0

const loadScript = (service: CaptchaService): Promise<void> =>
  new Promise((loaded, failed) => {
    const element = document.createElement('script')
    element.src = trustedCaptchaScript(service, attempts)
    attempts += 1
    element.async = true
    element.addEventListener('load', () => loaded())
    element.addEventListener('error', () => failed(silent()))
    document.head.append(element)
  })

type Widget = {
  render: (place: HTMLElement, settings: Settings) => number | string
  execute: (id: number | string) => unknown
}
const isWidget = (part: Partial<Widget> | undefined): part is Widget =>
  part?.render !== undefined && part.execute !== undefined

/** Loads the widget unless it is there: a second press tries again. */
async function load(service: CaptchaService): Promise<Widget> {
  if (!isWidget(found(service))) await loadScript(service)
  const part = found(service)
  // reCAPTCHA is incomplete at first; Turnstile refuses to be waited for.
  if (part !== undefined && !isWidget(part)) await new Promise<void>((ready) => part.ready?.(ready))
  const widget = found(service)
  if (!isWidget(widget)) throw silent()
  return widget
}

/** Tells from a service's message how a puzzle ended, where it has no callback for that. */
function failureOf(reason: unknown): Blocked {
  if (reason instanceof Blocked) return reason
  const said = reason instanceof Error ? reason.message : String(reason)
  if (said.includes('closed')) return closed()
  return said.includes('expired') ? expired() : silent(reason)
}

/** Tells by the focus that the visitor is solving a puzzle, for services that do not report it. */
const isAtPuzzle = () => document.activeElement instanceof HTMLIFrameElement

/** Gets an answer of the service that the operator chose, from an invisible widget that is used once. */
export async function execute(service: CaptchaService, siteKey: string, action: CaptchaAction): Promise<string> {
  const widget = await withTimeout(PATIENCE_MS, load(service))
  const place = document.createElement('div')
  document.body.append(place)
  let silentAt = performance.now() + PATIENCE_MS
  const until = performance.now() + PUZZLE_MS
  let timer: ReturnType<typeof setInterval> | undefined
  try {
    return await new Promise<string>((callback, failed) => {
      const giveUp = (failure: () => Blocked) => () => failed(failure())
      const waitForPuzzle = () => {
        silentAt = until
      }
      timer = setInterval(() => {
        const now = performance.now()
        if (now > until || (now > silentAt && !isAtPuzzle())) failed(silent())
      }, LOOK_EVERY_MS)
      const id = widget.render(place, {
        sitekey: siteKey,
        size: 'invisible',
        action,
        callback,
        'error-callback': failed,
        'expired-callback': giveUp(expired),
        'chalexpired-callback': giveUp(expired),
        'timeout-callback': giveUp(expired),
        'unsupported-callback': giveUp(silent),
        'close-callback': giveUp(closed),
        'open-callback': waitForPuzzle,
        'before-interactive-callback': waitForPuzzle,
      })
      // Turnstile starts by itself.
      if (service === 'turnstile') return
      Promise.resolve(widget.execute(id)).catch(failed)
    })
  } catch (cause) {
    throw failureOf(cause)
  } finally {
    clearInterval(timer)
    place.remove()
  }
}
