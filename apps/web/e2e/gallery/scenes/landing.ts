import { cancelIntent, createIntent, type ProviderIntent } from '@avouch/contract'
import { expect } from '@playwright/test'
import { requestForAge } from '../../support/age-request.ts'
import { operate } from '../../support/operator.ts'
import { buyTicket } from '../../support/steps.ts'
import { cinemaKey } from '../../support/world.ts'
import { UNKNOWN, requestOfTheCinema, type Scene, seen, scenesOf, shows } from '../scene.ts'

const screen = 'landing'

export const LANDING: Scene[] = [
  ...scenesOf(screen)({
    alone: shows('/', 'landing.heading'),
    'asked by a provider': async (page, visit) => {
      await page.goto(await requestOfTheCinema(page, visit))
      await seen(page, visit.t('landing.heading'))
      await expect(page.getByText(visit.t('landing.asks', { provider: 'Kino Aurora' }))).toBeVisible()
    },
    'by an age app alone': async (page, visit) => {
      const mintid = await requestForAge(visit, { minimum_age: 21, accept: ['proof_of_age'] })
      await page.goto(`/?mintid=${mintid}`)
      await seen(page, visit.t('landing.heading', { age: 21 }))
    },
    'payment without a bill': shows('/?payment=true', 'landing.paymentHeading'),
    payment: async (page, visit) => {
      const tab = await buyTicket(page, visit)
      await expect(
        tab.getByRole('heading', { name: visit.t('landing.paymentTo', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
      return tab
    },
    'a request that was cancelled': async (page, visit) => {
      const headers = { authorization: `Bearer ${cinemaKey()}` }
      const asked = { headers, data: { redirect_uri: `${visit.world.provider}/return` } }
      const made = await visit.request.post(`${visit.world.product}${createIntent.path}`, asked)
      const { id, mintid } = (await made.json()) as ProviderIntent
      await visit.request.post(`${visit.world.product}${cancelIntent.path.replace(':id', id)}`, { headers })
      await page.goto(`/?mintid=${mintid}`)
      await seen(page, visit.t('ended.cancelled'))
    },
    'code of nobody': async (page, { t }) => {
      await page.goto(`/?mintid=${UNKNOWN}`)
      await expect(page.getByText(t('landing.intentGone'))).toBeVisible()
    },
  }),
  ...scenesOf(screen, { alone: true })({
    'no deposits': async (page, { t }) => {
      await operate('switch', 'set', 'maintenance', '1')
      await page.goto('/')
      await expect(page.getByText(t('banner.maintenance'))).toBeVisible()
    },
  }),
  ...scenesOf(screen, { only: 'phone', alone: true })({
    'app limited, and no deposits': async (page, { t }) => {
      await operate('switch', 'set', 'maintenance', '1')
      await operate('switch', 'set', 'broadcast', '1')
      await page.goto('/?payment=true')
      await expect(page.getByText(t('banner.appLimited'))).toBeVisible()
    },
  }),
]
