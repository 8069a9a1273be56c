import type { PinBlocklist } from '@avouch/contract'
import type { Page } from '@playwright/test'

/**
 * The pages as a server fills them in whose operator chose another value; what was rendered for the first one is not
 * taken over.
 */
export async function withPinBlocklist(page: Page, blocklist: PinBlocklist): Promise<void> {
  await page.route(/\/auth\/[^.]*$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/ data-render-key="[^"]*"/, '')
    const name = '&quot;pinBlocklist&quot;:'
    const chosen = body.replace(new RegExp(`${name}&quot;[a-z]*&quot;`), `${name}&quot;${blocklist}&quot;`)
    await route.fulfill({ response: answer, body: chosen })
  })
}
