import type { BrowserContext, Page } from '@playwright/test'

/** From now on every page of this browser counts what moves on it, also during typing. */
export const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[])
        moved.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** All that was to be painted is. */
const framesPainted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((painted) => requestAnimationFrame(painted))
  })

/** Lists what moved, and by how much. */
export async function shiftsOf(page: Page): Promise<string[]> {
  await framesPainted(page)
  return page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}

/** Reads the place of everything that is there before and after, from the upper edge of the page. */
export const positionsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header, h1, main :is(label, input, button, aside, [data-message], p:not([role], [data-message] *)), footer',
      ),
    ].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const place = [x + window.scrollX, y + window.scrollY, width, height].map((length) => length.toFixed(1))
      // A countdown goes on in between.
      const text = element.matches('[data-message]') ? '' : element.textContent?.slice(0, 20).replaceAll(/\d/g, '0')
      return `${element.tagName} ${text}: ${place.join(' ')}`
    }),
  )
