import type { PinBlocklist, SwitchValues } from '@avouch/contract'
import type { Page } from '@playwright/test'

/** The pages as a server fills them in that is set otherwise; what was rendered for the first setting is not taken over. */
async function fillIn(page: Page, address: RegExp, before: RegExp, after: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/ data-render-key="[^"]*"/, '').replace(before, after)
    await route.fulfill({ response: answer, body })
  })
}

const written = (value: unknown) => JSON.stringify(value).replaceAll('"', '&quot;')

export const withPinBlocklist = (page: Page, blocklist: PinBlocklist): Promise<void> =>
  fillIn(page, /\/auth\/[^.]*$/, /(&quot;pinBlocklist&quot;:)&quot;[a-z]*&quot;/, `$1${written(blocklist)}`)

export const withSwitches = (page: Page, switches: SwitchValues): Promise<void> =>
  fillIn(page, /\/[^.]*$/, /(&quot;switches&quot;:)\{[^}]*\}/, `$1${written(switches)}`)
