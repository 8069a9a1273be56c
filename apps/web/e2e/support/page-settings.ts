import type { PageSettings } from '@avouch/contract'
import type { Page } from '@playwright/test'

/**
 * The pages as a server fills them in whose operator chose another value; what was rendered for the first one is not
 * taken over.
 */
export async function withSetting<Name extends 'pinBlocklist' | 'linkInSms'>(
  page: Page,
  name: Name,
  value: PageSettings[Name],
): Promise<void> {
  await page.route(/\/(?:auth\/[^.]*|w)$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const text = `&quot;${name}&quot;`
    const set = new RegExp(`${text}:(?:true|false|&quot;[a-z]*&quot;)`)
    const body = (await answer.text()).replace(/ data-render-key="[^"]*"/, '')
    const chosen = `${text}:${JSON.stringify(value).replaceAll('"', '&quot;')}`
    await route.fulfill({ response: answer, body: body.replace(set, chosen) })
  })
}
