import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Scene } from '../gallery/scene.ts'
import type { Visit } from './steps.ts'
import { textsOf } from './texts.ts'
import { textsWithCompany } from './translate.ts'

/** The scene shows a failure itself. */
export const isFailure = ({ screen, state }: Scene): boolean =>
  state === 'something went wrong' || (screen === 'conditions' && state !== 'takes longer than usual')

/** No page of the product has failed, and each text on it is alone in its element. A page may be on its way to the next. */
export const expectWhole = (context: BrowserContext, { t, world }: Pick<Visit, 't' | 'world'>): Promise<void> =>
  expect(async () => {
    for (const page of context.pages().filter((one) => one.url().startsWith(world.product))) {
      await expect(page.getByRole('heading', { level: 1, name: t('crash.heading') })).toHaveCount(0)
      expect(await textsWithCompany(page)).toEqual([])
    }
  }).toPass()

/** Comes to the scene on translated pages, and has it in the other language. */
export async function walkTranslated(scene: Scene, page: Page, visit: Visit): Promise<void> {
  const shown = (await scene.open(page, visit)) ?? page
  if (isFailure(scene)) return
  await expectWhole(page.context(), visit)
  const other = visit.language === 'en' ? 'de' : 'en'
  const toOther = shown.getByRole('button', { name: other === 'de' ? 'DE – Deutsch' : 'EN – English' })
  if (!(await toOther.isVisible()) || (await shown.getByRole('dialog').isVisible())) return
  await toOther.click()
  await expect(shown.locator('html')).toHaveAttribute('lang', other)
  await expectWhole(page.context(), { ...visit, t: textsOf(other) })
}
