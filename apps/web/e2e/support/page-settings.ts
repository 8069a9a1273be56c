import type { CheckKind, SwitchValues } from '@avouch/contract'
import type { Page } from '@playwright/test'

/** The pages with other settings in them; what was rendered for the others is not taken over. */
const withChanged = (page: Page, change: (body: string) => string): Promise<unknown> =>
  page.route(/\/[^.]*$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = change((await answer.text()).replace(/ data-render-key="[^"]*"/, ''))
    await route.fulfill({ response: answer, body })
  })

const written = (value: unknown) => JSON.stringify(value).replaceAll('"', '&quot;')

/** The pages as a server with these switches fills them in. */
export const withSwitches = (page: Page, switches: SwitchValues): Promise<unknown> =>
  withChanged(page, (body) => body.replace(/(&quot;switches&quot;:)\{[^}]*\}/, `$1${written(switches)}`))

/** The pages of a product whose identity check asks for this. */
export const withCheckOf = (page: Page, kind: CheckKind): Promise<unknown> =>
  withChanged(page, (body) => body.replace(/(&quot;kind&quot;:)&quot;camera&quot;/, `$1${written(kind)}`))
