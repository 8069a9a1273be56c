import type { CaptchaAction, CaptchaService } from '@avouch/contract'
import { trustedCaptchaScript } from './trusted.ts'

type Settings = {
  sitekey: string
  size: 'invisible'
  action: CaptchaAction
  callback: (answer: string) => void
  'error-callback': () => void
}
type Widget = {
  ready?: (then: () => void) => void
  render: (place: HTMLElement, settings: Settings) => number | string
  execute: (id: number | string) => unknown
}

/** The name under which each service puts itself on the page. */
const NAMES: Record<CaptchaService, string> = {
  recaptcha: 'grecaptcha',
  hcaptcha: 'hcaptcha',
  turnstile: 'turnstile',
}

let loading: Promise<Widget> | undefined

async function load(service: CaptchaService): Promise<Widget> {
  await new Promise((loaded, failed) => {
    const element = document.createElement('script')
    element.src = trustedCaptchaScript(service)
    element.async = true
    element.addEventListener('load', loaded)
    element.addEventListener('error', () => {
      element.remove()
      failed(new Error(`the script of ${service} could not be loaded`))
    })
    document.head.append(element)
  })
  // The service's own object: there are no types of it here.
  const widget = Reflect.get(window, NAMES[service]) as Widget
  await new Promise<void>((ready) => (widget.ready === undefined ? ready() : widget.ready(ready)))
  return widget
}

/** An answer of the service that the operator chose; its widget is invisible and used once. */
export async function execute(service: CaptchaService, siteKey: string, action: CaptchaAction): Promise<string> {
  loading ??= load(service).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  const widget = await loading
  const place = document.createElement('div')
  document.body.append(place)
  try {
    return await new Promise<string>((callback, failed) => {
      const id = widget.render(place, {
        sitekey: siteKey,
        size: 'invisible',
        action,
        callback,
        'error-callback': () => failed(new Error(`${service} gave no answer`)),
      })
      // Turnstile begins by itself.
      if (service !== 'turnstile') widget.execute(id)
    })
  } finally {
    place.remove()
  }
}
