import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STEPS = 60

/** Reads what a visitor sees of the focus: if it is marked, inside the window, and covered by nothing. */
const focusSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return 'nothing has the focus'
    // The mark may be drawn below a field, or around it.
    const around = [focused, ...ancestorsOf(focused, 3), ...(focused.parentElement?.children ?? [])]
    const outlined = around.some((element) => getComputedStyle(element).outlineStyle !== 'none')
    if (!outlined) return `${focused.tagName} "${focused.textContent}" shows no focus`
    const { left, top, right, bottom } = focused.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${focused.tagName} is outside of the window`
    const above = document.elementFromPoint(x, y)
    const isFree = above !== null && (focused.contains(above) || above.contains(focused) || isLabelOf(above, focused))
    return isFree ? 'seen' : `${focused.tagName} "${focused.textContent}" lies below ${above?.tagName}`

    function ancestorsOf(element: Element, count: number): Element[] {
      const parent = element.parentElement
      return parent === null || count === 0 ? [] : [parent, ...ancestorsOf(parent, count - 1)]
    }
    function isLabelOf(one: Element, other: Element): boolean {
      return ancestorsOf(other, 3).some((ancestor) => ancestor.contains(one))
    }
  })

/** From wherever the focus is to this control, by Tab alone; every stop on the way can be seen. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  // Tab passes by what can't be used yet.
  await expect(control).toBeEnabled()
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => focusSeen(page)).toBe('seen')
    if ((await control.and(page.locator(':focus')).count()) === 1) return
  }
  throw new Error(`${MOST_STEPS} times Tab do not lead to ${control.toString()}`)
}

/** Goes to a control by Tab and presses it by key. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}
