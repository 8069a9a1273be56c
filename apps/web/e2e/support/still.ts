import type { BrowserContext } from '@playwright/test'

/** A spinner that turns has sixty pictures a second painted: the cinema's, while it waits, for as long as a journey. */
export const holdStill = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('.animate-turn { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(still)
  })
