import type { Page } from '@playwright/test'

/**
 * Lists what a reader can't read: text that leaves the box which it belongs to (its button, field, card, paragraph), text that is
 * printed over other text, and a page that scrolls sideways. It runs in the page, also in that of another engine: it uses nothing
 * from outside.
 */
export function misprints(): string[] {
  /** Rounding. */
  const SLACK = 1.5
  type Print = { text: Text; layer: Element; left: number; right: number; top: number; bottom: number }
  const found = new Set<string>()
  const name = (text: Text) => `"${text.data.trim().slice(0, 40)}"`
  const clips = (overflow: string) => overflow !== 'visible'
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  /** Read by screen readers alone. */
  const isUnseen = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (at.clientWidth <= 1 && at.clientHeight <= 1 && clips(getComputedStyle(at).overflowX)) return true
    return (
      element.closest('script, style, noscript, svg, option') !== null ||
      !element.checkVisibility({ opacityProperty: true })
    )
  }
  /** The nearest part that may lie over the rest of the page, or that is scrolled behind it. */
  const layerOf = (element: Element): Element => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { position, overflowX, overflowY } = getComputedStyle(at)
      if (/fixed|sticky|absolute/.test(position) || scrolls(overflowX) || scrolls(overflowY)) return at
    }
    return document.body
  }
  /** A space that is kept may hang out of the end of a line, unseen. */
  const partsOf = (text: Text): [number, number][] =>
    text.parentElement !== null && getComputedStyle(text.parentElement).whiteSpace.startsWith('pre')
      ? [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => [index, index + word.length])
      : [[0, text.length]]
  /** Letters without the room above and below them, of which fonts have different amounts and lines less. */
  const inked = ({ left, right, top, bottom, height }: DOMRect) => ({
    left,
    right,
    top: top + height * 0.2,
    bottom: bottom - height * 0.2,
  })
  const leaves = (print: Omit<Print, 'text' | 'layer'>, box: DOMRect): boolean =>
    print.left < box.left - SLACK ||
    print.right > box.right + SLACK ||
    print.top < box.top - SLACK ||
    print.bottom > box.bottom + SLACK

  const prints: Print[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
    const element = text.parentElement
    if (element === null || text.data.trim() === '' || isUnseen(element)) continue
    const lines = partsOf(text).flatMap(([start, end]) => {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, end)
      return [...range.getClientRects()].filter(({ width }) => width > 0).map(inked)
    })
    const layer = layerOf(element)
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const { display, position, overflowX, overflowY } = getComputedStyle(at)
      if (display === 'inline' || display === 'contents') continue
      // Scrolled text may be anywhere.
      if (scrolls(overflowX) || scrolls(overflowY)) break
      const box = at.getBoundingClientRect()
      if (lines.some((line) => leaves(line, box))) {
        found.add(`${name(text)} leaves its ${at.tagName.toLowerCase()}`)
        break
      }
      if (position === 'absolute' || position === 'fixed' || clips(overflowX)) break
    }
    prints.push(...lines.map((line) => ({ ...line, text, layer })))
  }
  prints.sort((one, other) => one.top - other.top)
  for (const [index, one] of prints.entries())
    for (let at = index + 1; at < prints.length; at += 1) {
      const other = prints[at]
      if (other === undefined || other.top >= one.bottom) break
      if (one.text === other.text || one.layer !== other.layer) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across > SLACK && down > SLACK) found.add(`${name(one.text)} is printed over ${name(other.text)}`)
    }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + SLACK && element.checkVisibility(),
    )
    const deepest = wide.find((element) => !wide.some((other) => other !== element && element.contains(other)))
    found.add(`${scrollWidth - clientWidth} px wider than the window: ${deepest?.outerHTML.slice(0, 120) ?? ''}`)
  }
  return [...found]
}

/** Windows of phones, each with text of one and a half and of twice its size. */
export const LARGE_TEXTS = [390, 320].flatMap((width) => [150, 200].map((percent) => ({ width, percent })))

/** German by day: whatever has room here has it elsewhere. */
export const NARROWEST = { width: 320, percent: 200 }

/** Gives the window a width, and text a size that a visitor chose. */
export async function enlarge(page: Page, { width, percent }: (typeof LARGE_TEXTS)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 700 })
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)
}
