import type { SwitchValues } from '@avouch/contract'
import type { Page } from '@playwright/test'

/** The pages as a server with these switches fills them in; what was rendered for the others is not taken over. */
export const withSwitches = (page: Page, switches: SwitchValues): Promise<unknown> =>
  page.route(/\/[^.]*$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const written = JSON.stringify(switches).replaceAll('"', '&quot;')
    const body = (await answer.text())
      .replace(/ data-render-key="[^"]*"/, '')
      .replace(/(&quot;switches&quot;:)\{[^}]*\}/, `$1${written}`)
    await route.fulfill({ response: answer, body })
  })
