import { APP_LINK_LIFE_MS } from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import { numberOn, phoneOf, qrCode } from '../../support/other-phone.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { scan } from '../../support/qr.ts'
import { buyTicket } from '../../support/steps.ts'
import type { Visit } from '../../support/steps.ts'
import { advanceClock } from '../../support/world.ts'
import { UNKNOWN, requestOfTheCinema, type Scene, seen, withhold, scenesOf, shows } from '../scene.ts'

const LINKS = '**/api/app-links'
const screen = 'with the app'

async function toTheCode(page: Page, visit: Visit): Promise<void> {
  const { search } = new URL(await requestOfTheCinema(page, visit))
  await page.goto(`/verify-age/app${search}`)
  await expect(qrCode(page, visit)).toBeVisible()
}

/** The code is shown, and a phone somewhere has it. */
async function claimed(page: Page, visit: Visit) {
  await toTheCode(page, visit)
  const browser = page.context().browser()
  if (browser === null) throw new Error('The gallery needs a browser of its own')
  const phone = await phoneOf(browser, visit)
  const url = (await scan(qrCode(page, visit).locator('..'))) ?? ''
  await phone.claim(url)
  await expect(page.getByText(visit.t('app.claimed'))).toBeVisible()
  return { phone, url }
}

export const APP: Scene[] = [
  ...scenesOf(screen, { only: 'desktop' })({
    code: toTheCode,
    'code of a payment': async (page, visit) => {
      const tab = await buyTicket(page, visit)
      await tab.getByRole('link', { name: visit.t('landing.payment') }).click()
      await expect(qrCode(tab, visit)).toBeVisible()
      return tab
    },
    'waiting for the code': async (page, { t }) => {
      await withhold(page, LINKS)
      await page.goto(`/verify-age/app?mintid=${UNKNOWN}`)
      await seen(page, t('app.heading'))
    },
    scanned: async (page, visit) => {
      const { phone } = await claimed(page, visit)
      await phone.close()
    },
    'number picked': async (page, visit) => {
      const { phone, url } = await claimed(page, visit)
      await phone.pick(url, await numberOn(page))
      await expect(page.getByText(visit.t('app.matched'))).toBeVisible()
      await phone.close()
    },
    refused: async (page, visit) => {
      const { phone, url } = await claimed(page, visit)
      await phone.refuse(url)
      await expect(page.getByText(visit.t('app.refused'))).toBeVisible()
      await phone.close()
    },
    'unknown request': async (page, { t }) => {
      await page.goto(`/verify-age/app?mintid=${UNKNOWN}`)
      await expect(page.getByText(t('error.mintid_not_exist'))).toBeVisible()
    },
    busy: async (page, { t }) => {
      await answerWith(page, LINKS, problemOf('service_unavailable'))
      await page.goto(`/verify-age/app?mintid=${UNKNOWN}`)
      await expect(page.getByText(t('error.service_unavailable')).first()).toBeVisible()
    },
  }),
  ...scenesOf(screen, { only: 'desktop', alone: true })({
    over: async (page, visit) => {
      await toTheCode(page, visit)
      advanceClock(APP_LINK_LIFE_MS)
      await expect(page.getByText(visit.t('app.expired'), { exact: true })).toBeVisible()
    },
  }),
  ...scenesOf(screen, { only: 'phone' })({
    'on the phone': shows(`/verify-age/app?mintid=${UNKNOWN}`, 'app.title'),
    'the app did not answer': async (page, { t, world }) => {
      await page.goto(`/verify-age/app?mintid=${UNKNOWN}`)
      await page.route(`${world.phone}/app**`, (route) => route.fulfill({ status: 204 }))
      await page.getByRole('link', { name: t('app.open') }).click()
      await expect(page.getByText(t('app.noAnswer'))).toBeVisible()
    },
  }),
  ...scenesOf('scanned code', { only: 'phone' })({
    'open it in the app': shows(`/a/${UNKNOWN}`, 'app.linkHeading'),
  }),
]
