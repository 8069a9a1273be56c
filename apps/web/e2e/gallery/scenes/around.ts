import { expect } from '@playwright/test'
import { account, keepSession } from '../../support/account.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { openSignedIn, type Scene, seen, scenesOf, shows } from '../scene.ts'

export const AROUND: Scene[] = [
  ...scenesOf('error')({
    'something went wrong': async (page, visit) => {
      await answerWith(page, '**/api/idcheck/status', problemOf('internal_error'))
      await openSignedIn(page, visit, '/kyc-check-result')
      await seen(page, visit.t('crash.heading'))
    },
    'no such page': shows('/nowhere', 'notFound.title'),
    "a website's request that can't be continued": shows('/request-problem?problem=browser', 'requestProblem.browser'),
    'a code for a phone, on a desktop': shows('/request-problem?problem=phone', 'requestProblem.phone'),
  }),
  ...scenesOf('toasts')({
    'logged out': async (page, visit) => {
      await keepSession(page, await account(visit))
      await page.goto('/')
      await page.getByRole('button', { name: visit.t('action.logout') }).click()
      await expect(page.getByText(visit.t('logout.done'), { exact: true })).toBeVisible()
    },
  }),
]
