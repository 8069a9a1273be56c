import { expect } from '@playwright/test'
import { requestForAge } from '../../support/age-request.ts'
import { operate } from '../../support/operator.ts'
import { buyTicket } from '../../support/steps.ts'
import { UNKNOWN, requestOfTheCinema, type Scene, seen } from '../scene.ts'

const screen = 'landing'

export const LANDING: Scene[] = [
  {
    screen,
    state: 'alone',
    open: async (page, { t }) => {
      await page.goto('/')
      await seen(page, t('landing.heading'))
    },
  },
  {
    screen,
    state: 'asked by a provider',
    open: async (page, visit) => {
      await page.goto(await requestOfTheCinema(page, visit))
      await seen(page, visit.t('landing.heading'))
      await expect(page.getByText(visit.t('landing.asks', { provider: 'Kino Aurora' }))).toBeVisible()
    },
  },
  {
    screen,
    state: 'by an age app alone',
    open: async (page, visit) => {
      const mintid = await requestForAge(visit, { minimum_age: 21, accept: ['proof_of_age'] })
      await page.goto(`/?mintid=${mintid}`)
      await seen(page, visit.t('landing.heading', { age: 21 }))
    },
  },
  {
    screen,
    state: 'payment without a bill',
    open: async (page, { t }) => {
      await page.goto('/?payment=true')
      await seen(page, t('landing.paymentHeading'))
    },
  },
  {
    screen,
    state: 'payment',
    open: async (page, visit) => {
      const tab = await buyTicket(page, visit)
      await expect(
        tab.getByRole('heading', { name: visit.t('landing.paymentTo', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
      return tab
    },
  },
  {
    screen,
    state: 'code of nobody',
    open: async (page, { t }) => {
      await page.goto(`/?mintid=${UNKNOWN}`)
      await expect(page.getByText(t('landing.intentGone'))).toBeVisible()
    },
  },
  {
    screen,
    state: 'no deposits',
    alone: true,
    open: async (page, { t }) => {
      await operate('switch', 'set', 'maintenance', '1')
      await page.goto('/')
      await expect(page.getByText(t('banner.maintenance'))).toBeVisible()
    },
  },
  {
    screen,
    state: 'app limited, and no deposits',
    alone: true,
    only: 'phone',
    open: async (page, { t }) => {
      await operate('switch', 'set', 'maintenance', '1')
      await operate('switch', 'set', 'broadcast', '1')
      await page.goto('/?payment=true')
      await expect(page.getByText(t('banner.appLimited'))).toBeVisible()
    },
  },
]
