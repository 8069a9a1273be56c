import { expect } from '@playwright/test'
import { openSignedIn, type Scene, seen, withhold, scenesOf } from '../scene.ts'

const screen = 'conditions'

export const STATES: Scene[] = [
  ...scenesOf(screen)({
    'takes longer than usual': async (page, visit) => {
      await withhold(page, '**/api/idcheck/status')
      await openSignedIn(page, visit, '/kyc-check-result')
      await expect(page.getByText(visit.t('state.slow')).first()).toBeVisible()
    },
    'no network at a form': async (page, { t }) => {
      await page.goto('/auth/login')
      await seen(page, t('login.title'))
      await expect(page.locator('[aria-live=polite]').first()).toBeAttached()
      await page.context().setOffline(true)
      await expect(page.getByText(t('state.offline')).first()).toBeVisible()
    },
    'a screen that cannot be fetched': async (page, { t }) => {
      await page.goto('/auth/prompt')
      await seen(page, t('prompt.heading'))
      await expect(page.locator('[aria-live=polite]').first()).toBeAttached()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: t('prompt.first') }).click()
      await seen(page, t('state.offlineTitle'))
    },
  }),
]
