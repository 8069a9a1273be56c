import { captcha } from '@avouch/contract'
import type { Page } from '@playwright/test'

const SCRIPT = 'https://js.hcaptcha.com/1/api.js?render=explicit*'

/** Stands for the script of the service: it has the same name, and needs no person. */
const STUB = `(() => {
const places = []
window.hcaptcha = { render: (place, settings) => places.push(settings) - 1, execute: (id) => setTimeout(() => places[id].callback('solved'), 50) }
})()`

/** The pages of an operator who named a service, and the service. What was rendered for another is not hydrated. */
export async function withCaptchaService(page: Page): Promise<{ serve: (how: 'well' | 'refused') => void }> {
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
  await page.route(SCRIPT, (route) =>
    route.fulfill(how === 'refused' ? { status: 403 } : { contentType: 'text/javascript', body: STUB }),
  )
  return {
    serve: (now) => {
      how = now
    },
  }
}
