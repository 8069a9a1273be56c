import type { Page } from '@playwright/test'
import { expectErrorAt, fieldsOf } from '../../support/forms.ts'
import { fillLogIn, type Visit } from '../../support/steps.ts'
import { accountWithoutCodes, newestSecret } from '../../support/used-up-codes.ts'
import { type Scene, seen } from '../scene.ts'

const NEW_PIN = '7319'
const UNKNOWN_SECRET = '7k2m9q4x1tz8w0re'

async function toTheLink(page: Page, visit: Visit): Promise<void> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('strangers need a browser of their own')
  await accountWithoutCodes(browser, visit)
  await page.goto('/auth/login')
  await fillLogIn(page, visit)
  await seen(page, visit.t('confirmLink.title'))
}

const secretOf = (page: Page, { t }: Visit) => page.getByLabel(t('wayBack.secret'), { exact: true })

async function openLink(page: Page, visit: Visit, secret: string): Promise<void> {
  await page.goto(`/w#${secret}`)
  await seen(page, visit.t('wayBack.title'))
}

async function typeAll(page: Page, visit: Visit): Promise<void> {
  const { number, repeat } = fieldsOf(page, visit.t)
  await number.fill(visit.number)
  await page.getByLabel(visit.t('wayBack.pin'), { exact: true }).fill(NEW_PIN)
  await repeat.fill(NEW_PIN)
}

export const WAY_BACK: Scene[] = [
  { screen: 'confirm code', state: 'a link', open: toTheLink },
  {
    screen: 'confirm code',
    state: 'a link, another SMS may be had',
    open: async (page, visit) => {
      await page.clock.install()
      await toTheLink(page, visit)
      await page.clock.runFor(61_000)
      await page.getByRole('button', { name: visit.t('confirmLink.resend') }).waitFor()
    },
  },
  {
    screen: 'way back',
    state: 'by the link',
    open: async (page, visit) => openLink(page, visit, UNKNOWN_SECRET),
  },
  {
    screen: 'way back',
    state: 'without the link',
    open: async (page, visit) => {
      await page.goto('/w')
      await seen(page, visit.t('wayBack.title'))
    },
  },
  {
    screen: 'way back',
    state: 'half typed',
    open: async (page, visit) => {
      await page.goto('/w')
      await secretOf(page, visit).fill(UNKNOWN_SECRET.slice(3))
      await typeAll(page, visit)
      await expectErrorAt(secretOf(page, visit), visit.t('error.link_length'))
    },
  },
  {
    screen: 'way back',
    state: 'a dead link',
    open: async (page, visit) => {
      await openLink(page, visit, UNKNOWN_SECRET)
      await typeAll(page, visit)
      await page.getByRole('button', { name: visit.t('wayBack.submit') }).click()
      await expectErrorAt(secretOf(page, visit), visit.t('error.dead_link'))
    },
  },
  {
    screen: 'way back',
    state: 'done',
    open: async (page, visit) => {
      await toTheLink(page, visit)
      const secret = await newestSecret(visit)
      await page.goto('/')
      await openLink(page, visit, secret)
      await typeAll(page, visit)
      await page.getByRole('button', { name: visit.t('wayBack.submit') }).click()
      await seen(page, visit.t('pinChanged.title'))
    },
  },
]
