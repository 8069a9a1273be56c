import type { BrowserContext, Page } from '@playwright/test'

/** A page of the product that its script has not taken over, or that has no place yet for what it says later. */
const NOT_ALIVE = '#root:not(:has([aria-live]))'
/** The question about cookies, as the server wrote it: it says what it is once its script is there. */
const QUESTION_NOT_ALIVE = '#question [role=status]:empty'

/** The script has taken the page over, and said what it has to say later: keys are heard from now on. */
export const untilAlive = (page: Page): Promise<void> =>
  page.locator('[aria-live]').first().waitFor({ state: 'attached' })

/**
 * Before the script is there a button does nothing, and a clock that is moved moves nothing. Whatever is done to a control, or
 * looked at, waits until the script has taken the page over. A key that is pressed on the page itself waits for nothing.
 */
export function actWhenAlive(context: BrowserContext): void {
  context.on('page', (page) => {
    // Playwright waits until it is gone.
    for (const notAlive of [NOT_ALIVE, QUESTION_NOT_ALIVE])
      page.addLocatorHandler(page.locator(notAlive), () => Promise.resolve()).catch(() => {})
  })
}
