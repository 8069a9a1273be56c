import { expect, type Page } from '@playwright/test'
import { askedOn } from '../../support/consent.ts'
import type { Visit } from '../../support/steps.ts'
import type { Scene } from '../scene.ts'

/** Everybody else in these pictures has answered before. */
async function openUnasked(page: Page, { language }: Visit, path: string) {
  await page.context().clearCookies()
  await page.goto(path)
  const asked = askedOn(page, language)
  await expect(asked.banner).toBeVisible()
  return asked
}

export const CONSENT: Scene[] = [
  {
    screen: 'consent',
    state: 'asked on the first page',
    open: async (page, visit) => void (await openUnasked(page, visit, '/')),
  },
  {
    screen: 'consent',
    state: 'asked on a form',
    open: async (page, visit) => void (await openUnasked(page, visit, '/auth/register')),
  },
  {
    screen: 'consent',
    state: 'settings',
    open: async (page, visit) => {
      const { settings, analytics } = await openUnasked(page, visit, '/')
      await settings.click()
      await analytics.check()
    },
  },
]
