import { captcha } from '@avouch/contract'
import type { Page } from '@playwright/test'

/** Does what the service's script does on the page, until a test changes it. */
export type Behaviour =
  | 'answers'
  | 'is silent'
  | 'is never ready'
  | 'expires'
  | 'lets its puzzle expire'
  | 'is closed'
  | 'is closed by its promise'
  | 'fails'
  | 'throws'
  | 'shows a puzzle'

const SCRIPT = 'https://js.hcaptcha.com/1/api.js?render=explicit*'

/** Stands for the script of the service: it has the same name, and behaves as `window.behaviour` says. */
const STUB = `(() => {
const on = () => window.behaviour ?? 'answers'
const places = []
const service = {
  render: (place, settings) => { window.rendered = (window.rendered ?? 0) + 1; return places.push(settings) - 1 },
  execute: (id) => {
    const its = places[id]
    const later = (call) => setTimeout(call, 50)
    if (on() === 'throws') throw new Error('missing-captcha')
    if (on() === 'is closed by its promise') return Promise.reject('challenge-closed')
    if (on() === 'answers') later(() => its.callback('solved'))
    if (on() === 'expires') later(() => its['expired-callback']?.())
    if (on() === 'lets its puzzle expire') later(() => its['chalexpired-callback']?.())
    if (on() === 'is closed') later(() => its['close-callback']?.())
    if (on() === 'fails') later(() => its['error-callback']?.('network-error'))
    if (on() === 'shows a puzzle') later(() => { its['open-callback']?.(); setTimeout(() => its.callback('solved'), 60_000) })
  },
}
window.hcaptcha = on() === 'is never ready' ? { ready: () => {} } : service
})()`

/** The pages of an operator who named a service, and the service. What was rendered for another is not hydrated. */
export async function withCaptchaService(
  page: Page,
): Promise<{ serve: (how: 'well' | 'empty' | 'refused' | 'not' | 'late') => void }> {
  let how = 'well'
  await page.route(/\/auth\/[^.]*$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/ data-render-key="[^"]*"/, '')
    const chosen = body.replace('&quot;captchaService&quot;:null', '&quot;captchaService&quot;:&quot;hcaptcha&quot;')
    // As the policy of a product with this service names it.
    const policy = response.headers()['content-security-policy'] ?? ''
    const allowed = policy.replace("script-src 'self'", '$& https://hcaptcha.com https://*.hcaptcha.com')
    return route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': allowed },
      body: chosen,
    })
  })
  await page.route(`**${captcha.path}?*`, (route) =>
    route.fulfill({ json: { provider: 'hcaptcha', site_key: 'a-key' } }),
  )
  await page.route(SCRIPT, (route) => {
    if (how === 'late') return
    if (how === 'not') return route.abort('connectionrefused')
    const script = { contentType: 'text/javascript', body: how === 'empty' ? '' : STUB }
    return route.fulfill(how === 'refused' ? { status: 403 } : script)
  })
  return {
    serve: (now) => {
      how = now
    },
  }
}

export const behave = (page: Page, behaviour: Behaviour): Promise<void> =>
  page.evaluate((now) => void Object.assign(window, { behaviour: now }), behaviour)
