import { expect, type Page } from '@playwright/test'
import { AGE_TEXTS, otherWays, takeOtherWay } from '../../support/age-app.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import type { Visit } from '../../support/steps.ts'
import { requestOfTheCinema, type Scene, seen, UNKNOWN, withhold, scenesOf } from '../scene.ts'

const PRESENTATIONS = '**/api/presentations'
const screen = 'age app'

type Progress = { state: string; reason?: string }

/** A browser without its own API, and an app that is so far. */
async function open(page: Page, visit: Visit, progress: Progress = { state: 'waiting' }): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
  const { search } = new URL(await requestOfTheCinema(page, visit))
  const now = { reason: null, redirect_uri: null, ...progress }
  await page.route('**/api/presentations/*/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(now)}\n\n` }),
  )
  // Asked once the stream has ended.
  await page.route('**/api/presentations/*', (route) => route.fulfill({ json: now }))
  await page.goto(`/verify-age/age-app${search}`)
}

const at = (state: string, progress: Progress, text: keyof (typeof AGE_TEXTS)['en'], only?: Scene['only']): Scene => ({
  screen,
  state,
  ...(only === undefined ? {} : { only }),
  open: async (page, visit) => {
    await open(page, visit, progress)
    await expect(page.getByText(AGE_TEXTS[visit.language][text].replace('{{age}}', '18')).first()).toBeVisible()
  },
})

export const AGE_APP: Scene[] = [
  ...scenesOf(screen)({
    'this browser can ask': async (page, visit) => {
      await page.addInitScript(() =>
        Object.assign(window, { DigitalCredential: { userAgentAllowsProtocol: () => true } }),
      )
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await page.goto(`/verify-age/age-app${search}`)
      await expect(page.getByRole('button', { name: AGE_TEXTS[visit.language]['ageApp.show'] })).toBeVisible()
    },
    'the browser asks': async (page, visit) => {
      await page.addInitScript(() => {
        Object.assign(window, { DigitalCredential: { userAgentAllowsProtocol: () => true } })
        navigator.credentials.get = () => new Promise(() => {})
      })
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await page.goto(`/verify-age/age-app${search}`)
      await page.getByRole('button', { name: AGE_TEXTS[visit.language]['ageApp.show'] }).click()
      await expect(page.getByText(AGE_TEXTS[visit.language]['ageApp.asking'])).toBeVisible()
    },
    'being fetched': async (page, visit) => {
      await withhold(page, PRESENTATIONS)
      await page.goto(`/verify-age/age-app?mintid=${UNKNOWN}`)
      await seen(page, AGE_TEXTS[visit.language]['ageApp.title'])
    },
    'ID wallet': async (page, visit) => {
      await open(page, visit)
      await takeOtherWay(page, visit, 'ageApp.otherKind')
      await otherWays(page, visit).click()
      await expect(page.getByRole('button', { name: AGE_TEXTS[visit.language]['idWallet.otherKind'] })).toBeVisible()
    },
    'other digits': async (page, visit) => {
      await open(page, visit, { state: 'checked' })
      await answerWith(page, '**/api/presentations/*/finish', problemOf('presentation_digits'))
      const field = page.getByLabel(AGE_TEXTS[visit.language]['ageApp.digitsLabel'])
      await field.fill('123456')
      await expect(page.getByText(visit.t('error.presentation_digits'))).toBeVisible()
    },
    'digits to read': async (page, { language }) => {
      await page.goto('/verify-age/age-app#rc=AAAAAAAAAAAAAAAAAAAAAA&digits=407183')
      await seen(page, AGE_TEXTS[language]['ageApp.elsewhere'])
    },
    'not possible': async (page, visit) => {
      await answerWith(page, PRESENTATIONS, problemOf('method_not_possible'))
      await page.goto(`/verify-age/age-app?mintid=${UNKNOWN}`)
      await expect(page.getByText(AGE_TEXTS[visit.language]['ageApp.unavailableText'])).toBeVisible()
    },
    busy: async (page, visit) => {
      await answerWith(page, PRESENTATIONS, problemOf('service_unavailable'))
      await page.goto(`/verify-age/age-app?mintid=${UNKNOWN}`)
      await expect(page.getByText(visit.t('error.service_unavailable'))).toBeVisible()
    },
    'unknown request': async (page, { t }) => {
      await page.goto(`/verify-age/age-app?mintid=${UNKNOWN}`)
      await expect(page.getByText(t('error.mintid_not_exist'))).toBeVisible()
    },
  }),
  at('code', { state: 'waiting' }, 'ageApp.scanText', 'desktop'),
  ...scenesOf(screen, { only: 'desktop' })({
    'the whole code': async (page, visit) => {
      await open(page, visit)
      await page.getByRole('heading', { name: AGE_TEXTS[visit.language]['ageApp.whole'] }).click()
      await expect(page.getByText(AGE_TEXTS[visit.language]['ageApp.wholeText'])).toBeVisible()
    },
  }),
  at('on the phone', { state: 'waiting' }, 'ageApp.openText', 'phone'),
  at('opened', { state: 'fetched' }, 'ageApp.fetchedText', 'desktop'),
  at('digits to type', { state: 'checked' }, 'ageApp.digitsText'),
  at('not trusted', { state: 'refused', reason: 'not_trusted' }, 'ageApp.reason.not_trusted'),
  at('proof run out', { state: 'refused', reason: 'expired' }, 'ageApp.reason.expired'),
  at('another request', { state: 'refused', reason: 'not_of_this_request' }, 'ageApp.reason.not_of_this_request'),
  at('no proof of age', { state: 'refused', reason: 'not_a_proof_of_age' }, 'ageApp.reason.not_a_proof_of_age'),
  at('age not shown', { state: 'refused', reason: 'age_not_shown' }, 'ageApp.reason.age_not_shown'),
  at('unreadable', { state: 'refused', reason: 'malformed' }, 'ageApp.reason.malformed'),
  at('cancelled', { state: 'refused', reason: 'cancelled' }, 'ageApp.reason.cancelled'),
  at('not valid yet', { state: 'refused', reason: 'not_valid_yet' }, 'ageApp.reason.not_valid_yet'),
  at('wrong clock', { state: 'refused', reason: 'clock' }, 'ageApp.reason.clock'),
  at('browser can not ask', { state: 'refused', reason: 'not_possible' }, 'ageApp.reason.not_possible'),
  at('no answer in time', { state: 'refused', reason: 'timed_out' }, 'ageApp.reason.timed_out'),
  at('expired', { state: 'expired' }, 'ageApp.expiredText'),
  at('under age', { state: 'denied' }, 'ageApp.underText'),
]
