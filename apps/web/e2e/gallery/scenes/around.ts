import { expect } from '@playwright/test'
import { account, keepSession } from '../../support/account.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { openSignedIn, type Scene, seen } from '../scene.ts'

export const AROUND: Scene[] = [
  {
    screen: 'error',
    state: 'something went wrong',
    open: async (page, visit) => {
      await answerWith(page, '**/api/idcheck/status', problemOf('internal_error'))
      await openSignedIn(page, visit, '/kyc-check-result')
      await seen(page, visit.t('crash.heading'))
    },
  },
  {
    screen: 'error',
    state: 'no such page',
    open: async (page, { t }) => {
      await page.goto('/nowhere')
      await seen(page, t('notFound.title'))
    },
  },
  {
    screen: 'error',
    state: "a website's request that can't be continued",
    open: async (page, { t }) => {
      await page.goto('/request-problem?problem=browser')
      await seen(page, t('requestProblem.browser'))
    },
  },
  {
    screen: 'error',
    state: 'a code for a phone, on a desktop',
    open: async (page, { t }) => {
      await page.goto('/request-problem?problem=phone')
      await seen(page, t('requestProblem.phone'))
    },
  },
  {
    screen: 'toasts',
    state: 'logged out',
    open: async (page, visit) => {
      await keepSession(page, await account(visit))
      await page.goto('/')
      await page.getByRole('button', { name: visit.t('action.logout') }).click()
      await expect(page.getByText(visit.t('logout.done'), { exact: true })).toBeVisible()
    },
  },
]
