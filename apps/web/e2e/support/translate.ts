import type { BrowserContext, Page } from '@playwright/test'

/** Replaces texts as the translation of a browser does, by elements of its own: the words stay, so that tests find them. */
function translateTexts(): void {
  const SKIPPED = 'script, style, noscript, template, textarea, title, font, [translate=no]'
  const replace = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement === null || text.parentElement.closest(SKIPPED) !== null) return
    const inner = document.createElement('font')
    inner.textContent = text.data
    const outer = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  texts.forEach(replace)
}

/** Translates all that is on the page now. */
export const translate = (page: Page): Promise<void> => page.evaluate(translateTexts)

/** Finds elements beside a text that was translated: React could not write there. */
export const textsWithCompany = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('font > font'), ({ parentElement }) => parentElement?.parentElement)
      .filter((place) => place !== undefined && place !== null && place.childNodes.length > 1)
      .map((place) => place?.outerHTML.slice(0, 200) ?? ''),
  )

/** at once: before the script of each page, and whatever appears. late: every now and then, when the page has gone on. */
export type Translation = 'at once' | 'late'

/** Translates each page, and all that appears in it from then on. */
export const keepTranslated = (context: BrowserContext, when: Translation): Promise<unknown> =>
  context.addInitScript(`{
    const translate = () => document.body && (${translateTexts.toString()})()
    if (${when === 'late'}) setInterval(translate, 150)
    else new MutationObserver(translate).observe(document, { childList: true, subtree: true, characterData: true })
  }`)
