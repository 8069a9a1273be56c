import { PAPER_NAMES, PAPERS } from '@avouch/contract'
import { expect } from '@playwright/test'
import { account, keepSession } from '../../support/account.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { openSignedIn, type Scene, seen } from '../scene.ts'

const PAPER_SCENES = PAPER_NAMES.map(
  (name): Scene => ({
    screen: 'paper',
    state: name,
    open: async (page, { language }) => {
      await page.goto(PAPERS[name][language])
      await seen(page, /./)
    },
  }),
)

export const AROUND: Scene[] = [
  ...PAPER_SCENES,
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
