import type { VendorOutcome } from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import { account, keepSession } from '../../support/account.ts'
import { requestForAge } from '../../support/age-request.ts'
import { beginCheck, endCheck } from '../../support/check.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import type { Visit } from '../../support/steps.ts'
import {
  notified,
  openSignedIn,
  requestOfTheCinema,
  requestOfTheShop,
  type Scene,
  seen,
  UNKNOWN,
  withhold,
} from '../scene.ts'

const INIT = '**/api/idcheck/init**'
const STATUS = '**/api/idcheck/status'

/** A visitor with this outcome of the identity check, on the page that follows. */
async function openAfter(page: Page, visit: Visit, outcome: VendorOutcome, search = ''): Promise<void> {
  const tokens = await account(visit)
  await endCheck(visit, await beginCheck(visit, tokens), outcome)
  await keepSession(page, tokens)
  await page.goto(`/kyc-check-result${search}`)
}

export const IDENTITY: Scene[] = [
  {
    screen: 'identity check',
    state: 'starting',
    open: async (page, visit) => {
      await withhold(page, INIT)
      await openSignedIn(page, visit, '/kyc')
      await seen(page, visit.t('kyc.starting'))
    },
  },
  {
    screen: 'identity check',
    state: 'the request is used',
    open: async (page, visit) => {
      await openSignedIn(page, visit, `/kyc?mintid=${UNKNOWN}`)
      await seen(page, visit.t('landing.intentGone'))
      await notified(page, visit, visit.t('error.mintid_used'))
    },
  },
  {
    screen: 'identity check',
    state: 'the website has taken the request back',
    open: async (page, visit) => {
      await answerWith(page, INIT, problemOf('mintid_used'))
      await openSignedIn(page, visit, `/kyc?mintid=${await requestForAge(visit, {})}`)
      await seen(page, visit.t('landing.intentGone'))
      await expect(page.getByRole('link', { name: 'Kino Aurora' })).toBeVisible()
      await notified(page, visit, visit.t('error.mintid_used'))
    },
  },
  {
    screen: 'identity check',
    state: 'cannot be started',
    open: async (page, visit) => {
      await answerWith(page, INIT, problemOf('service_unavailable'))
      await openSignedIn(page, visit, '/kyc')
      await seen(page, visit.t('kyc.unavailable'))
    },
  },
  {
    screen: 'identity check',
    state: 'asking for the result',
    open: async (page, visit) => {
      await withhold(page, STATUS)
      await openSignedIn(page, visit, '/kyc-check-result')
      await seen(page, visit.t('kyc.checking'))
    },
  },
  {
    screen: 'identity check',
    state: 'being processed',
    open: async (page, visit) => {
      await openSignedIn(page, visit, '/kyc-process')
      await seen(page, visit.t('kyc.process'))
    },
  },
  {
    screen: 'identity check',
    state: 'on the mobile device',
    only: 'desktop',
    open: async (page, visit) => {
      await openSignedIn(page, visit, '/kyc-result/in-progress')
      await seen(page, visit.t('inProgress.title'))
    },
  },
  {
    screen: 'before the check',
    state: 'who, what and how long',
    open: async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openSignedIn(page, visit, `/check${search}`)
      await seen(page, visit.t('check.title'))
    },
  },
  {
    screen: 'before the check',
    state: 'in the browser of an app',
    only: 'phone',
    open: async (page, visit) => {
      await page.addInitScript(() => Reflect.deleteProperty(MediaDevices.prototype, 'getUserMedia'))
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openSignedIn(page, visit, `/check${search}`)
      await page.getByRole('button', { name: visit.t('check.copy') }).click()
    },
  },
  {
    screen: 'before the check',
    state: 'on the phone that scanned the code',
    only: 'phone',
    open: async (page, { t, language }) => {
      await page.goto(`/check-phone?lng=${language}#tc=${UNKNOWN}`)
      await seen(page, t('checkPhone.computer'))
    },
  },
  {
    screen: 'before the check',
    state: 'half of an address',
    only: 'phone',
    open: async (page, { t, language }) => {
      await page.goto(`/check-phone?lng=${language}`)
      await seen(page, t('checkPhone.incomplete'))
    },
  },
  {
    screen: 'identity check',
    state: 'nothing has arrived',
    open: async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await page.clock.install()
      await openSignedIn(page, visit, `/kyc-process${search}`)
      await seen(page, visit.t('kyc.process'))
      // Nothing is on its way when the clock jumps.
      await page.waitForLoadState('networkidle')
      await page.clock.fastForward(21_000)
      await seen(page, visit.t('process.nothing'))
    },
  },
  {
    screen: 'complete',
    state: 'of a check that was begun elsewhere',
    open: async (page, { t }) => {
      await page.goto(`/complete-process?return=${UNKNOWN}`)
      await seen(page, t('complete.heading'))
    },
  },
  {
    screen: 'denied',
    state: 'to another reader',
    open: async (page, { t }) => {
      await page.goto('/kyc-result/denied')
      await seen(page, t('signedOut.denied'))
    },
  },
  {
    screen: 'reviewing',
    state: 'to another reader',
    open: async (page, { t }) => {
      await page.goto('/kyc-result/reviewing')
      await seen(page, t('signedOut.reviewing'))
    },
  },
  {
    screen: 'complete',
    state: 'alone',
    open: async (page, { t }) => {
      await page.goto('/complete-process')
      await seen(page, t('complete.heading'))
    },
  },
  {
    screen: 'complete',
    state: 'no answer yet, logged out',
    open: async (page, visit) => {
      const { search } = new URL(await requestOfTheShop(page, visit))
      await page.goto(`/complete-process${search}`)
      await expect(page.getByText(visit.t('complete.openLogin'))).toBeVisible()
    },
  },
  {
    screen: 'complete',
    state: 'no answer yet, logged in',
    open: async (page, visit) => {
      const { search } = new URL(await requestOfTheShop(page, visit))
      await openSignedIn(page, visit, `/complete-process${search}`)
      await expect(page.getByText(visit.t('complete.openText'))).toBeVisible()
    },
  },
  {
    screen: 'approved',
    state: 'for a provider',
    open: async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openAfter(page, visit, 'COMPLETED', search)
      await expect(
        page.getByRole('button', { name: visit.t('approved.button', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
    },
  },
  {
    screen: 'approved',
    state: 'for nobody',
    open: async (page, visit) => {
      await openAfter(page, visit, 'COMPLETED')
      await seen(page, visit.t('approved.heading'))
    },
  },
  {
    screen: 'approved',
    state: 'could not be confirmed, with a toast',
    open: async (page, visit) => {
      await openAfter(page, visit, 'COMPLETED', `?mintid=${UNKNOWN}`)
      await page.getByRole('button', { name: visit.t('approved.buttonNoProvider') }).click()
      await notified(page, visit, visit.t('error.mintid_used'))
    },
  },
  {
    screen: 'reviewing',
    state: 'waiting',
    open: async (page, visit) => {
      await openAfter(page, visit, 'PENDING_MANUAL_REVIEW')
      await seen(page, visit.t('reviewing.title'))
    },
  },
  {
    screen: 'reviewing',
    state: 'no result yet',
    open: async (page, visit) => {
      await openAfter(page, visit, 'PENDING_MANUAL_REVIEW')
      await seen(page, visit.t('reviewing.title'))
      await page.getByRole('button', { name: visit.t('action.refresh') }).click()
      await expect(page.getByText(visit.t('reviewing.notYet')).first()).toBeVisible()
    },
  },
  {
    screen: 'denied',
    state: 'try again',
    open: async (page, visit) => {
      await openAfter(page, visit, 'MANUAL_REVIEW_REJECTED')
      await seen(page, visit.t('denied.title'))
    },
  },
  {
    screen: 'under age',
    state: 'account closed',
    open: async (page, visit) => {
      await openAfter(page, visit, 'UNDERAGED')
      await seen(page, visit.t('underage.title'))
    },
  },
  {
    screen: 'under age',
    state: 'back to the website',
    open: async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await page.goto(`/verify-age/denied${search}`)
      await expect(
        page.getByRole('link', { name: visit.t('complete.back', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
    },
  },
]
