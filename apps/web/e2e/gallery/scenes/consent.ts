import { expect, type Page } from '@playwright/test'
import { askedOn } from '../../support/consent.ts'
import type { Visit } from '../../support/steps.ts'
import { type Scene, scenesOf } from '../scene.ts'

/** Everybody else in these pictures has answered before. */
async function openUnasked(page: Page, { language }: Visit, path: string) {
  await page.context().clearCookies()
  await page.goto(path)
  const asked = askedOn(page, language)
  await expect(asked.banner).toBeVisible()
  return asked
}

export const CONSENT: Scene[] = [
  ...scenesOf('consent')({
    'asked on the first page': async (page, visit) => void (await openUnasked(page, visit, '/')),
    'asked on a form': async (page, visit) => void (await openUnasked(page, visit, '/auth/register')),
    settings: async (page, visit) => {
      const { settings, analytics } = await openUnasked(page, visit, '/')
      await settings.click()
      await analytics.check()
    },
  }),
]
