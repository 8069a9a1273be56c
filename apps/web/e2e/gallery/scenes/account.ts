import {
  deleteAccount,
  exportData,
  me,
  ownBrowsers,
  ownRequests,
  ownSessions,
  passkeys,
  readDeletion,
  securityEvents,
  type Endpoint,
  walletEntryReceipt,
} from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import {
  BROWSERS,
  DELETION_TOKEN,
  deletionOf,
  EVENTS,
  EVERY_ROW,
  HELD,
  pageOf,
  PASSKEYS,
  PROVEN,
  SESSIONS,
  toldRow,
} from '../../support/own-account.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import type { Visit } from '../../support/steps.ts'
import { openSignedIn, requestOfTheCinema, type Scene, scenesOf, seen, withhold } from '../scene.ts'

const at = ({ path }: Endpoint) => `**${path.replaceAll(/:\w+/g, '*')}`
/** Answers a call of the page; another page of the same address goes to the server. */
const says = (page: Page, endpoint: Endpoint, json: object) => answerWith(page, at(endpoint), { json })

const ROWS = pageOf(EVERY_ROW)
const LONG = pageOf(
  Array.from({ length: 20 }, () => toldRow()),
  'next',
)

async function openTold(page: Page, visit: Visit, list: ReturnType<typeof pageOf> = ROWS, search = ''): Promise<void> {
  await says(page, me, PROVEN)
  await says(page, ownRequests, list)
  await openSignedIn(page, visit, `/account${search}`)
  await seen(page, visit.t('account.told.title'))
  await expect(page.getByText(visit.t('account.you.ending', { ending: PROVEN.phone_ending }))).toBeVisible()
}

async function openSecurity(page: Page, visit: Visit, keys = PASSKEYS): Promise<void> {
  await says(page, passkeys, keys)
  await says(page, ownSessions, SESSIONS)
  await says(page, ownBrowsers, BROWSERS)
  await says(page, securityEvents, EVENTS)
  await openSignedIn(page, visit, '/account/security')
  await expect(page.getByText(visit.t('account.event.account_created'))).toBeVisible()
}

async function openData(page: Page, visit: Visit): Promise<void> {
  await says(page, me, PROVEN)
  await says(page, exportData, HELD)
  await openSignedIn(page, visit, '/account/data')
  await expect(page.getByText(visit.t('account.consent.given'))).toBeVisible()
}

async function openDeletion(page: Page, visit: Visit, pin: string): Promise<void> {
  const { t } = visit
  await openData(page, visit)
  await page.getByRole('button', { name: t('account.delete.begin') }).click()
  await page.getByText(t('account.delete.stays')).click()
  await page.getByLabel(t('account.delete.pin'), { exact: true }).fill(pin)
  if (pin === '') return
  await page.getByRole('button', { name: t('account.delete.next') }).click()
  await expect(page.getByRole('button', { name: t('account.delete.now') })).toBeVisible()
}

const goodbye =
  (changes: Parameters<typeof deletionOf>[0], title: 'account.gone.title' | 'account.gone.erased'): Scene['open'] =>
  async (page, { t }) => {
    await says(page, readDeletion, deletionOf(changes))
    await page.goto(`/goodbye#${DELETION_TOKEN}`)
    await seen(page, t(title))
  }

export const ACCOUNT: Scene[] = [
  ...scenesOf('my account')({
    'without a session': async (page, { t }) => {
      await page.goto('/account')
      await seen(page, t('account.login'))
    },
    'what was told': (page, visit) => openTold(page, visit),
    'nothing was told yet': (page, visit) => openTold(page, visit, pageOf([])),
    'many rows': async (page, visit) => {
      await openTold(page, visit, LONG)
      await expect(page.getByRole('button', { name: visit.t('account.told.more') })).toBeVisible()
    },
    'a receipt': async (page, visit) => {
      const entry = { ...HELD.wallet?.entries[0], kind: 'payment', available_change: 0, reserved_change: -1_250 }
      await says(page, walletEntryReceipt, {
        entry: { ...entry, description: 'Low Tide, row 5' },
        transaction: 'AVO-7',
        reference: 'A-2031',
        refunded: 500,
        return_reason: null,
      })
      await openTold(page, visit)
      await page.getByText(visit.t('account.told.receipt'), { exact: true }).click()
      await expect(page.getByText('A-2031')).toBeVisible()
    },
    'a request waits': async (page, visit) => {
      const { search } = new URL(await requestOfTheCinema(page, visit))
      await openTold(page, visit, ROWS, search)
      await expect(page.getByText(visit.t('account.waits', { provider: 'Kino Aurora' }))).toBeVisible()
    },
    'the log-in is too long ago': async (page, visit) => {
      await says(page, me, PROVEN)
      await answerWith(page, at(ownRequests), problemOf('sign_in_again'))
      await openSignedIn(page, visit, '/account')
      await expect(page.getByText(visit.t('account.again'), { exact: true })).toBeVisible()
    },
    'the list takes long': async (page, visit) => {
      await says(page, me, PROVEN)
      await withhold(page, at(ownRequests))
      await openSignedIn(page, visit, '/account')
      await expect(page.getByText(visit.t('state.slow')).first()).toBeVisible()
    },
    'the list does not load': async (page, visit) => {
      await says(page, me, PROVEN)
      await answerWith(page, at(ownRequests), problemOf('internal_error'))
      await openSignedIn(page, visit, '/account')
      await expect(page.getByText(visit.t('account.failed'))).toBeVisible()
    },
    security: (page, visit) => openSecurity(page, visit),
    'no passkey yet': (page, visit) => openSecurity(page, visit, { ...PASSKEYS, data: [] }),
    'passkeys are held after a reset': (page, visit) =>
      openSecurity(page, visit, { ...PASSKEYS, held_until: '2031-02-01T12:05:00.000Z' }),
    'a passkey is renamed': async (page, visit) => {
      const { t } = visit
      await openSecurity(page, visit)
      await page.getByRole('button', { name: `${t('account.passkeys.rename')}: Windows` }).click()
      await page.getByLabel(t('account.passkeys.name')).fill('x'.repeat(41))
      await expect(page.getByRole('alert').filter({ hasText: '40' })).toBeVisible()
    },
    'another PIN without an SMS': async (page, visit) => {
      await openSecurity(page, visit, { ...PASSKEYS, opened_by_passkey: true })
      await page.getByRole('button', { name: visit.t('account.pin.button') }).click()
      await expect(page.getByRole('button', { name: visit.t('account.pin.set') })).toBeVisible()
    },
    'ending another log-in needs a log-in': async (page, visit) => {
      await openSecurity(page, visit)
      await answerWith(page, `**${ownSessions.path}/**`, problemOf('sign_in_again'))
      await page
        .getByRole('button', { name: new RegExp(`^${visit.t('account.sessions.end')}:`) })
        .first()
        .click()
      await expect(page.getByText(visit.t('account.again'), { exact: true })).toBeVisible()
    },
    'my data': openData,
    'everything that is held': async (page, visit) => {
      await openData(page, visit)
      await page.getByRole('button', { name: visit.t('account.held.show') }).click()
      await expect(page.getByText(HELD.account.user_id)).toBeVisible()
      for (const group of (await page.locator('main details:not([open]) > summary').all()).toReversed())
        await group.click()
    },
    'before deleting': (page, visit) => openDeletion(page, visit, ''),
    'the last press before deleting': (page, visit) => openDeletion(page, visit, '2580'),
    'a wrong PIN before deleting': async (page, visit) => {
      await answerWith(page, at(deleteAccount), problemOf('wrong_verification'))
      await openDeletion(page, visit, '2580')
      await page.getByRole('button', { name: visit.t('account.delete.now') }).click()
      await expect(page.getByText(visit.t('account.delete.pinWrong'))).toBeVisible()
    },
    'being erased': goodbye({}, 'account.gone.title'),
    erased: goodbye({ account: 'erased', vendor: 'erased', money: 'none' }, 'account.gone.erased'),
    'no such deletion': async (page, { t }) => {
      await answerWith(page, at(readDeletion), problemOf('not_found'))
      await page.goto(`/goodbye#${DELETION_TOKEN}`)
      await seen(page, t('account.gone.unknown'))
    },
  }),
]
