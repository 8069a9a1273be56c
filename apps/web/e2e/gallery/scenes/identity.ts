import {
  beginAppeal,
  CHECK_REASONS,
  type CheckReason,
  type CheckStage,
  type KycStatus,
  type ProofWithdrawal,
  type VendorOutcome,
} from '@avouch/contract'
import { phrases as bothDe } from '@avouch/phrases/de/both'
import { phrases as eidDe } from '@avouch/phrases/de/eid'
import { phrases as bothEn } from '@avouch/phrases/en/both'
import { de as testDe } from '@avouch/phrases/test-outcome/de'
import { en as testEn } from '@avouch/phrases/test-outcome/en'
import { phrases as eidEn } from '@avouch/phrases/en/eid'
import { expect, type Page } from '@playwright/test'
import { untilAlive } from '../../support/alive.ts'
import { account, keepSession } from '../../support/account.ts'
import { requestForAge } from '../../support/age-request.ts'
import { addAuthenticator } from '../../support/authenticator.ts'
import { beginCheck, endCheck } from '../../support/check.ts'
import { withCheckOf } from '../../support/page-settings.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { fillRegistration, newestCode, type Visit } from '../../support/steps.ts'
import { cinemaTestKey } from '../../support/world.ts'
import {
  notified,
  openSignedIn,
  requestOfTheCinema,
  requestOfTheShop,
  type Scene,
  seen,
  UNKNOWN,
  withhold,
  scenesOf,
  shows,
} from '../scene.ts'

const EID = { en: eidEn, de: eidDe }
const TEST_TITLES = { en: testEn, de: testDe }
const BOTH = { en: bothEn, de: bothDe }
const INIT = '**/api/idcheck/init**'
const STATUS = '**/api/idcheck/status'

/** A visitor with this outcome of the identity check, on the page that follows. */
async function openAfter(page: Page, visit: Visit, outcome: VendorOutcome, search = ''): Promise<void> {
  const tokens = await account(visit)
  await endCheck(visit, await beginCheck(visit, tokens), outcome)
  await keepSession(page, tokens)
  await page.goto(`/kyc-check-result${search}`)
}

/** A stopped number, registered again, after its right code. */
async function registerAgain(page: Page, visit: Visit): Promise<void> {
  await openAfter(page, visit, 'UNDERAGED')
  await page.getByRole('button', { name: visit.t('underage.register') }).click()
  await fillRegistration(page, visit)
  await page.getByRole('button', { name: visit.t('register.submit') }).click()
  await seen(page, visit.t('confirmCode.title'))
  await page.getByLabel(visit.t('confirmCode.label')).fill(await newestCode(visit))
  await expect(page.getByRole('button', { name: visit.t('underage.begin') })).toBeVisible()
}

/** A visitor whose check is at a vendor, which the sandbox has not: the server says that it has come so far. */
async function openAtVendor(
  page: Page,
  visit: Visit,
  path: string,
  result: { status: KycStatus; stage?: CheckStage; reason?: CheckReason },
): Promise<void> {
  await answerWith(page, STATUS, { json: { result } })
  const { search } = new URL(await requestOfTheCinema(page, visit))
  await openSignedIn(page, visit, `${path}${search}`)
}

/** A visitor who has waited long for an outcome of a check that has only begun, at most. */
async function openWaitingLong(page: Page, visit: Visit): Promise<void> {
  const { search } = new URL(await requestOfTheCinema(page, visit))
  await page.clock.install()
  await openSignedIn(page, visit, `/kyc-process${search}`)
  await seen(page, visit.t('kyc.process'))
  // Nothing is on its way when the clock jumps.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(21_000)
  await seen(page, visit.t('process.nothing'))
}

/** A visitor whose proof was withdrawn, on the page before the next check. */
async function openWithdrawn(page: Page, visit: Visit, withdrawn: ProofWithdrawal): Promise<void> {
  await page.route(INIT, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { data: { ...data, withdrawn } } })
  })
  await openBefore(page, visit)
  await expect(page.getByText(visit.t(`check.withdrawn.${withdrawn}`))).toBeVisible()
}

async function openBefore(page: Page, visit: Visit): Promise<void> {
  const { search } = new URL(await requestOfTheCinema(page, visit))
  await openSignedIn(page, visit, `/check${search}`)
  await seen(page, visit.t('check.title'))
}

export const IDENTITY: Scene[] = [
  ...scenesOf('identity check')({
    starting: async (page, visit) => {
      await withhold(page, INIT)
      await openSignedIn(page, visit, '/kyc')
      await seen(page, visit.t('kyc.starting'))
    },
    'the request is used': async (page, visit) => {
      await openSignedIn(page, visit, `/kyc?mintid=${UNKNOWN}`)
      await seen(page, visit.t('landing.intentGone'))
      await notified(page, visit, visit.t('error.mintid_used'))
    },
    'the website has taken the request back': async (page, visit) => {
      await answerWith(page, INIT, problemOf('mintid_used'))
      await openSignedIn(page, visit, `/kyc?mintid=${await requestForAge(visit, {})}`)
      await seen(page, visit.t('landing.intentGone'))
      await expect(page.getByRole('link', { name: 'Kino Aurora' })).toBeVisible()
      await notified(page, visit, visit.t('error.mintid_used'))
    },
    'cannot be started': async (page, visit) => {
      await answerWith(page, INIT, problemOf('service_unavailable'))
      await openSignedIn(page, visit, '/kyc')
      await seen(page, visit.t('kyc.unavailable'))
    },
    'the limit of checks': async (page, visit) => {
      await answerWith(page, INIT, problemOf('too_many_requests', { retry_after: 1_234 }))
      await openSignedIn(page, visit, '/kyc?retry=1')
      await seen(page, visit.t('kyc.limit'))
    },
    'an outcome to choose, in a test': async (page, visit) => {
      const mintid = await requestForAge(visit, {}, cinemaTestKey())
      await page.route(INIT, async (route) => {
        const answer = await route.fetch()
        const url = `${new URL(route.request().url()).origin}/kyc?mintid=${mintid}&mobile=false`
        await route.fulfill({ response: answer, json: { data: { code: '', url } } })
      })
      await openSignedIn(page, visit, `/kyc?mintid=${mintid}`)
      await seen(page, TEST_TITLES[visit.language]['testOutcome.title'])
    },
    'asking for the result': async (page, visit) => {
      await withhold(page, STATUS)
      await openSignedIn(page, visit, '/kyc-check-result')
      await seen(page, visit.t('kyc.checking'))
    },
    'being processed': async (page, visit) => {
      await openSignedIn(page, visit, '/kyc-process')
      await seen(page, visit.t('kyc.process'))
    },
    'nothing has arrived': openWaitingLong,
    'nothing has arrived at a vendor': async (page, visit) => {
      await answerWith(page, STATUS, { json: { result: { status: '', stage: 'begun' } } })
      await openWaitingLong(page, visit)
      await expect(page.getByRole('button', { name: visit.t('kyc.restart') })).toBeVisible()
    },
    'sent in': async (page, visit) => {
      await openAtVendor(page, visit, '/kyc-process', { status: '', stage: 'submitted' })
      await seen(page, visit.t('submitted.title'))
    },
  }),
  ...CHECK_REASONS.flatMap((reason) => [
    ...scenesOf('identity check')({
      [`wanted again: ${reason}`]: async (page, visit) => {
        const result = { status: 'PENDING_MANUAL_REVIEW', stage: 'again', reason } as const
        await openAtVendor(page, visit, '/kyc-result/reviewing', result)
        await seen(page, visit.t(`again.${reason}`))
      },
    }),
    ...scenesOf('denied')({
      [`because of ${reason}`]: async (page, visit) => {
        await openAtVendor(page, visit, '/kyc-result/denied', { status: 'MANUAL_REVIEW_REJECTED', reason })
        await expect(page.getByText(visit.t(`denied.${reason}`))).toBeVisible()
      },
    }),
  ]),
  ...scenesOf('identity check', { only: 'desktop' })({
    'on the mobile device': async (page, visit) => {
      await openSignedIn(page, visit, '/kyc-result/in-progress')
      await seen(page, visit.t('inProgress.title'))
    },
  }),
  ...scenesOf('before the check')({
    'the proof was withdrawn': (page, visit) => openWithdrawn(page, visit, 'operator'),
    'the number may have another owner': (page, visit) => openWithdrawn(page, visit, 'unused'),
    'who, what and how long': openBefore,
    'the German eID': async (page, visit) => {
      await withCheckOf(page, 'eid')
      await openBefore(page, visit)
      await expect(page.getByText(EID[visit.language]['check.proof'])).toBeVisible()
    },
    'a camera or the German eID': async (page, visit) => {
      await withCheckOf(page, 'both')
      await openBefore(page, visit)
      await expect(page.getByText(BOTH[visit.language]['check.proof'])).toBeVisible()
    },
  }),
  ...scenesOf('before the check', { only: 'phone' })({
    'in the browser of an app': async (page, visit) => {
      await page.addInitScript(() => Reflect.deleteProperty(MediaDevices.prototype, 'getUserMedia'))
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openSignedIn(page, visit, `/check${search}`)
      await page.getByRole('button', { name: visit.t('check.copy') }).click()
    },
    'on the phone that scanned the code': async (page, { t, language }) => {
      await page.goto(`/check-phone?lng=${language}#tc=${UNKNOWN}`)
      await seen(page, t('checkPhone.computer'))
    },
    'half of an address': async (page, { t, language }) => {
      await page.goto(`/check-phone?lng=${language}`)
      await seen(page, t('checkPhone.incomplete'))
    },
  }),
  ...scenesOf('complete')({
    'of a check that was begun elsewhere': shows(`/complete-process?return=${UNKNOWN}`, 'complete.heading'),
    alone: shows('/complete-process', 'complete.heading'),
    'of the app’s check': shows('/complete-process?app=true', 'complete.toApp'),
    'left without an answer': async (page, visit) => {
      await page.addInitScript(() => Object.assign(window, { close: () => undefined }))
      const mintid = await requestForAge(visit, { return: 'new_tab' })
      await page.goto(`/?mintid=${mintid}`)
      await untilAlive(page)
      await page.getByRole('link', { name: visit.t('visit.notNow', { provider: 'Kino Aurora' }) }).click()
      await expect(page.getByText(visit.t('complete.nothing'))).toBeVisible()
    },
    'answered with no': async (page, visit) => {
      await page.addInitScript(() => Object.assign(window, { close: () => undefined }))
      const mintid = await requestForAge(visit, { return: 'new_tab' })
      await page.addInitScript((id) => window.sessionStorage.setItem('passed_on', `${id} no`), mintid)
      await page.goto(`/complete-process?mintid=${mintid}`)
      await expect(page.getByText(visit.t('complete.refused'))).toBeVisible()
    },
    'no answer yet, logged out': async (page, visit) => {
      const { search } = new URL(await requestOfTheShop(page, visit))
      await page.goto(`/complete-process${search}`)
      await expect(page.getByText(visit.t('complete.openLogin'))).toBeVisible()
    },
    'no answer yet, logged in': async (page, visit) => {
      const { search } = new URL(await requestOfTheShop(page, visit))
      await openSignedIn(page, visit, `/complete-process${search}`)
      await expect(page.getByText(visit.t('complete.openText'))).toBeVisible()
    },
  }),
  ...scenesOf('denied')({
    'to another reader': shows('/kyc-result/denied', 'signedOut.denied'),
    'not accepted': async (page, visit) => {
      await openAfter(page, visit, 'MANUAL_REVIEW_REJECTED')
      await seen(page, visit.t('denied.rejected'))
    },
    'out of time': async (page, visit) => {
      await openAfter(page, visit, 'USER_PROCESS_EXPIRED')
      await seen(page, visit.t('denied.expired'))
    },
    'deleted by the service': async (page, visit) => {
      await openAfter(page, visit, 'DELETED')
      await seen(page, visit.t('denied.deleted'))
    },
  }),
  ...scenesOf('reviewing')({
    'to another reader': shows('/kyc-result/reviewing', 'signedOut.reviewing'),
    waiting: async (page, visit) => {
      await openAfter(page, visit, 'PENDING_MANUAL_REVIEW')
      await seen(page, visit.t('reviewing.title'))
    },
    'no result yet': async (page, visit) => {
      await openAfter(page, visit, 'PENDING_MANUAL_REVIEW')
      await seen(page, visit.t('reviewing.title'))
      await page.getByRole('button', { name: visit.t('action.refresh') }).click()
      await expect(page.getByText(visit.t('reviewing.notYet')).first()).toBeVisible()
    },
  }),
  ...scenesOf('approved')({
    'for a provider': async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openAfter(page, visit, 'COMPLETED', search)
      await expect(
        page.getByRole('button', { name: visit.t('approved.button', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
    },
    'for nobody': async (page, visit) => {
      await openAfter(page, visit, 'COMPLETED')
      await seen(page, visit.t('approved.heading'))
    },
    'a passkey is offered': async (page, visit) => {
      await addAuthenticator(page)
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openAfter(page, visit, 'COMPLETED', search)
      await expect(page.getByText(visit.t('passkey.offer'))).toBeVisible()
    },
    'a passkey was made': async (page, visit) => {
      await addAuthenticator(page)
      await openAfter(page, visit, 'COMPLETED')
      await page.getByRole('button', { name: visit.t('passkey.make') }).click()
      await expect(page.getByText(visit.t('passkey.made'))).toBeVisible()
    },
    'could not be confirmed, with a toast': async (page, visit) => {
      await openAfter(page, visit, 'COMPLETED', `?mintid=${UNKNOWN}`)
      await page.getByRole('button', { name: visit.t('approved.buttonNoProvider') }).click()
      await notified(page, visit, visit.t('error.mintid_used'))
    },
  }),
  ...scenesOf('under age')({
    'account closed': async (page, visit) => {
      await openAfter(page, visit, 'UNDERAGED')
      await seen(page, visit.t('underage.title'))
      await expect(page.getByText(visit.t('underage.appeal', { days: 10 }))).toBeVisible()
    },
    'a proven adult': async (page, visit) => {
      const tokens = await account(visit)
      const check = await beginCheck(visit, tokens)
      await endCheck(visit, check, 'COMPLETED')
      await endCheck(visit, check, 'UNDERAGED')
      await keepSession(page, tokens)
      await page.goto('/kyc-check-result')
      await expect(page.getByText(visit.t('underage.restore', { days: 30 }))).toBeVisible()
    },
    'registered again': registerAgain,
    'the appeal was used': async (page, visit) => {
      await registerAgain(page, visit)
      await answerWith(page, `**${beginAppeal.path}`, problemOf('appeal_used'))
      await page.getByRole('button', { name: visit.t('underage.begin') }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
    'the appeal took too long': async (page, visit) => {
      await registerAgain(page, visit)
      await answerWith(page, `**${beginAppeal.path}`, problemOf('invalid_token'))
      await page.getByRole('button', { name: visit.t('underage.begin') }).click()
      await expect(page.getByText(visit.t('underage.over'))).toBeVisible()
    },
    'in a test': async (page, visit) => {
      await page.goto(`/verify-age/denied?mintid=${await requestForAge(visit, {}, cinemaTestKey())}`)
      await expect(page.getByText(visit.t('banner.test'))).toBeVisible()
    },
    'back to the website': async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await page.goto(`/verify-age/denied${search}`)
      await expect(
        page.getByRole('link', { name: visit.t('complete.back', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
    },
  }),
]
