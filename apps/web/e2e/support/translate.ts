import type { Page } from '@playwright/test'

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

/** Translates each page before its script starts, and all that appears in it from then on. */
export const keepTranslated = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const translate = ${translateTexts.toString()}
    new MutationObserver(() => document.body && translate()).observe(document, {
      childList: true, subtree: true, characterData: true,
    })
  }`)
