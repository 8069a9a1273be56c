import {
  adminAddRedirect,
  type adminConversion,
  adminCreateKey,
  adminInviteMember,
  adminListAttention,
  adminListReviews,
  adminListChecks,
  adminListDeliveries,
  adminReadNumber,
  adminSearchAudit,
  adminSendTestEvent,
  adminSetWebhook,
  adminSmsSpend,
  type Answer,
  type Attention,
  type AttentionKind,
  type Endpoint,
  type NumberStory,
  type Severity,
} from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import { account } from '../../support/account.ts'
import { beginCheck, endCheck } from '../../support/check.ts'
import { operate } from '../../support/operator.ts'
import { callConsole, signedIn as signedInByCalls } from '../../support/staff.ts'
import type { Visit } from '../../support/steps.ts'
import type { Scene } from '../scene.ts'

type Console = { page: Page; visit: Visit; project: string }

const call = <Data>(
  { page, project }: Console,
  { method, path }: Pick<Endpoint, 'method'> & { path: string },
  data: object = {},
): Promise<Data> => callConsole(page, { method, path: path.replace(':project', project) }, data)

const signedIn = async (page: Page, visit: Visit, given: Parameters<typeof signedInByCalls>[1]): Promise<Console> => ({
  page,
  visit,
  project: (await signedInByCalls(page, given)).project,
})

async function shown(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function ownerOf(page: Page, visit: Visit): Promise<Console> {
  const at = await signedIn(page, visit, { project: 'Weinhandlung Sonnenschein & Söhne' })
  await call(at, adminAddRedirect, { uri: 'https://shop.example/back' })
  await call(at, adminCreateKey, { live: false })
  await call(at, adminSetWebhook, { url: 'https://shop.example/hooks/avouch' })
  await call(at, adminSendTestEvent)
  await call(at, adminInviteMember, { role: 'developer' })
  return at
}

const took = (step: 'opened' | 'number' | 'answered', half_within: number, most_within: number | null) => ({
  step,
  half_within,
  most_within,
  buckets: [{ below_seconds: 60, count: 640 }],
})
const CONVERSION = {
  data: [
    {
      day: new Date().toISOString().slice(0, 10),
      asked: 1_204,
      opened: 1_100,
      number: 640,
      answered: 850,
      yes: 812,
      no: 38,
      paid: 0,
      expired: 314,
      cancelled: 40,
      left: 120,
    },
  ],
  methods: [],
  durations: [took('opened', 10, 120), took('number', 60, 300), took('answered', 120, null)],
  counted_until: new Date().toISOString(),
} satisfies Answer<typeof adminConversion>['data']

const inProject = (state: string, path: string): Scene => ({
  screen: 'console',
  state,
  open: async (page, visit) => {
    const { project } = await ownerOf(page, visit)
    await shown(page, `/console/projects/${project}${path}`)
  },
})

/** The newest row of a list, on its own page. */
const oneOf = (state: string, list: Endpoint, folder: string): Scene => ({
  screen: 'console',
  state,
  open: async (page, visit) => {
    const at = await ownerOf(page, visit)
    const query = list === adminListChecks ? '?live=false' : ''
    const { data } = await call<{ data: { id: string }[] }>(at, { ...list, path: list.path + query })
    await shown(page, `/console/projects/${at.project}/${folder}/${data[0]?.id ?? ''}`)
  },
})

async function operatorAt(page: Page, visit: Visit, path: string): Promise<void> {
  const invitation = /#(\S+)/.exec(await operate('staff', 'invite', 'operator'))?.[1] ?? ''
  await signedIn(page, visit, { invitation })
  await shown(page, path)
}

/** The page of one account, as the operator finds it. */
async function oneAccount(page: Page, visit: Visit, id: string): Promise<void> {
  await operatorAt(page, visit, '/operator/held')
  await page.getByRole('textbox').fill(id)
  await page.getByRole('button', { name: /^(?:Show account|Konto zeigen)$/ }).click()
  await expect(page.getByText(id).first()).toBeVisible()
}

const AT = { free_at: null, limit: null, why: null }
/** A number to which much happened within minutes. */
const STORY: NumberStory = {
  account: 'usr_Ax3J5nqPzQ0m2bWc7Yd9Eg',
  findings: [
    {
      ...AT,
      code: 'limit',
      at: '2026-11-28T13:31:04.000Z',
      free_at: '2026-11-28T14:20:00.000Z',
      limit: 'lookup.network',
    },
    { ...AT, code: 'too_soon', at: '2026-11-28T13:29:30.000Z', free_at: '2026-11-28T13:30:11.000Z' },
    { ...AT, code: 'undelivered', at: '2026-11-28T13:29:11.000Z', why: 'off' },
  ],
  moments: [
    { at: '2026-11-28T13:31:04.000Z', source: 'refusal', what: 'limit', detail: 'lookup.network' },
    { at: '2026-11-28T13:29:30.000Z', source: 'refusal', what: 'too_soon', detail: null },
    { at: '2026-11-28T13:29:26.000Z', source: 'event', what: 'otp.undelivered', detail: 'off' },
    { at: '2026-11-28T13:29:11.000Z', source: 'sms', what: 'undelivered', detail: 'off' },
    { at: '2026-11-28T13:29:11.000Z', source: 'event', what: 'otp.sent', detail: 'login' },
    { at: '2026-11-28T13:28:59.000Z', source: 'event', what: 'auth.pin.wrong', detail: 'unknown browser' },
    { at: '2026-11-27T08:02:40.000Z', source: 'sms', what: 'delivered', detail: 'notice' },
  ],
  refusals_missing_at: '2026-11-28T03:15:00.000Z',
}

const ofOperator = (state: string, path: string): Scene => ({
  screen: 'operator',
  state,
  open: (page, visit) => operatorAt(page, visit, `/operator${path}`),
})

const DOWN = { since: '2026-11-28T02:14:07.000Z', last_good: '2026-11-28T02:11:52.000Z' }
const row = (kind: AttentionKind, severity: Severity, alert: string, more: Partial<Attention>): Attention => ({
  kind,
  severity,
  alert,
  about: null,
  count: null,
  why: null,
  detail: null,
  ...DOWN,
  ...more,
})
const TROUBLES: Attention[] = [
  row('sms_fail', 'critical', 'AvouchSmsFail', {
    about: 'first (twilio)',
    count: 14,
    why: 'refused',
    detail: 'account status 401 20003',
  }),
  row('identity_vendor', 'critical', 'AvouchIdentityVendor', { about: 'veriff', count: 3, why: 'no_answer' }),
  row('sms_not_typed_in', 'warning', 'AvouchSmsNotTypedIn', { about: 'second (seven)', count: 8 }),
  row('jobs_fail', 'warning', 'AvouchJobsFail', { about: 'accounts.erase', count: 4, detail: '57014' }),
  row('webhooks_undelivered', 'warning', 'AvouchWebhooksUndelivered', {
    about: 'weinhandlung-sonnenschein-6c1f20aa',
    count: 6,
    why: 'no_answer',
    detail: 'ECONNREFUSED',
    last_good: null,
  }),
  row('expires_soon', 'warning', 'AvouchExpiresSoon', {
    about: 'wallet certificate: C=DE, O=Avouch GmbH, CN=avouch.example',
    count: 9,
    since: null,
    last_good: null,
    detail: '2026-12-07',
  }),
]

type Events = { seq: number; type: string; actor: string | null; reason: string | null }[]
const auditPage = (state: string, events: Events): Scene => ({
  screen: 'operator',
  state,
  open: async (page, visit) => {
    const data = events.map((event) => ({ ...event, at: DOWN.since, outcome: 'noted' }))
    await page.route(`**${adminSearchAudit.path}`, (route) => route.fulfill({ json: { data, next_cursor: '4990001' } }))
    await operatorAt(page, visit, '/operator/audit')
  },
})

const PROVIDERS_CONSOLE: Scene[] = [
  { screen: 'console', state: 'sign in', open: (page) => shown(page, '/console') },
  { screen: 'console', state: 'sign up', open: (page) => shown(page, '/console/sign-up') },
  {
    screen: 'console',
    state: 'first key',
    open: async (page, visit) => {
      const { project } = await signedIn(page, visit, { project: 'Wine & more' })
      await shown(page, `/console/projects/${project}`)
    },
  },
  inProject('overview', ''),
  {
    screen: 'console',
    state: 'receiver down',
    open: async (page, visit) => {
      const { project } = await ownerOf(page, visit)
      await page.route(`**/admin/v1/projects/${project}`, async (route) => {
        const answer = (await (await route.fetch()).json()) as { webhook: object }
        const failing = { ...DOWN, why: 'error', detail: 'status 503' }
        await route.fulfill({ json: { ...answer, webhook: { ...answer.webhook, failing } } })
      })
      await shown(page, `/console/projects/${project}`)
    },
  },
  inProject('keys', '/keys'),
  inProject('addresses', '/addresses'),
  inProject('webhook', '/webhook'),
  inProject('deliveries', '/deliveries'),
  oneOf('delivery', adminListDeliveries, 'deliveries'),
  inProject('checks', '/checks'),
  oneOf('check', adminListChecks, 'checks'),
  inProject('testing', '/testing'),
  inProject('conversion', '/conversion'),
  {
    screen: 'console',
    state: 'conversion while the count is behind',
    open: async (page, visit) => {
      const { project } = await ownerOf(page, visit)
      await page.route('**/conversion?*', (route) => route.fulfill({ json: CONVERSION }))
      await shown(page, `/console/projects/${project}/conversion`)
    },
  },
  inProject('usage', '/usage'),
  inProject('members', '/members'),
  inProject('settings', '/settings'),
  {
    screen: 'console',
    state: 'own account',
    open: async (page, visit) => {
      await ownerOf(page, visit)
      await shown(page, '/console/account')
    },
  },
]

const OPERATORS_CONSOLE: Scene[] = [
  { screen: 'operator', state: 'sign in', open: (page) => shown(page, '/operator') },
  ofOperator('attention', '/attention'),
  {
    screen: 'operator',
    state: 'attention with troubles',
    open: async (page, visit) => {
      await page.route(`**${adminListAttention.path}`, (route) =>
        route.fulfill({ json: { data: TROUBLES, seen: { sms: 10, checks: 4 } } }),
      )
      await operatorAt(page, visit, '/operator/attention')
    },
  },
  ofOperator('number', '/number'),
  {
    screen: 'operator',
    state: 'number that got no SMS',
    open: async (page, visit) => {
      await page.route(`**${adminReadNumber.path}`, (route) => route.fulfill({ json: STORY }))
      await operatorAt(page, visit, '/operator/number')
      await page.getByRole('textbox').first().fill('0151 23456789')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('table')).toBeVisible()
    },
  },
  {
    screen: 'operator',
    state: 'number that is none',
    open: async (page, visit) => {
      await operatorAt(page, visit, '/operator/number')
      await page.getByRole('textbox').first().fill('030 1234567')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    screen: 'operator',
    state: 'review desk',
    open: async (page, visit) => {
      await endCheck(visit, await beginCheck(visit, await account(visit)), 'PENDING_MANUAL_REVIEW')
      await operatorAt(page, visit, '/operator/held')
    },
  },
  {
    screen: 'operator',
    state: 'review desk with appeals',
    open: async (page, visit) => {
      const at = { since: '2026-11-20T09:30:00.000Z', ends_at: '2026-12-04T09:30:00.000Z', document_url: null }
      const [id, check] = ['usr_5tAhc0aSbvVmPq2xyz4KLA', 'chk_5tAhc0aSbvVmPq2xyz4KL']
      const data = [
        { ...at, id, check: `${check}A`, is_appeal: true, is_held: true },
        { ...at, id, check: `${check}B`, is_appeal: true, is_held: false },
        { ...at, id, check: `${check}C`, is_appeal: false, is_held: false },
      ]
      const appeals = [
        { month: '2026-11', begun: 14, approved: 6, rejected: 2, under_age: 3, over: 1, days: 30 },
        { month: '2026-10', begun: 3, approved: 0, rejected: 0, under_age: 0, over: 0, days: 0 },
      ]
      const json = { data, total: data.length, desk: true, appeals }
      await page.route(`**${adminListReviews.path}`, (route) => route.fulfill({ json }))
      await operatorAt(page, visit, '/operator/held')
    },
  },
  {
    screen: 'operator',
    state: 'approval taken back',
    open: async (page, visit) => {
      const [tokens, button] = [await account(visit), /^(?:Withdraw proof|Nachweis zurücknehmen)$/]
      const check = await beginCheck(visit, tokens)
      for (const outcome of ['COMPLETED', 'MANUAL_REVIEW_REJECTED'] as const) await endCheck(visit, check, outcome)
      await oneAccount(page, visit, tokens.user_id)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
    },
  },
  {
    screen: 'operator',
    state: 'proof withdrawn',
    open: async (page, visit) => {
      const tokens = await account(visit)
      await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
      await operate('account', 'proof', tokens.user_id, 'withdraw', '--reason', 'document')
      await oneAccount(page, visit, tokens.user_id)
      await expect(
        page.getByRole('button', { name: /^(?:Give proof back|Nachweis zurückgeben)$/ }).first(),
      ).toBeVisible()
    },
  },
  ofOperator('providers', '/providers'),
  ofOperator('SMS and limits', '/sms'),
  {
    screen: 'operator',
    state: 'SMS delivered',
    open: async (page, visit) => {
      const TIMES = { half_within: 10, most_within: 30 }
      const delivery = [
        { country: 'DE', gateway: 1, accepted: 12_840, delivered: 12_301, undelivered: 311, ...TIMES },
        { country: 'AT', gateway: 1, accepted: 905, delivered: 640, undelivered: 214, ...TIMES },
        { country: 'DE', gateway: 2, accepted: 37, delivered: 0, undelivered: 0, ...TIMES },
      ]
      await page.route(`**${adminSmsSpend.path}`, (route) => route.fulfill({ json: { data: [], cents: 0, delivery } }))
      await operatorAt(page, visit, '/operator/sms')
    },
  },
  ofOperator('jobs', '/jobs'),
  ofOperator('switches', '/switches'),
  ofOperator('keys', '/keys'),
  ofOperator('audit trail', '/audit'),
  auditPage('audit trail with a next page', [
    { seq: 4_999_901, type: 'operator.key_created', actor: 'operator', reason: 'shop-0631 apk_Zx8mQ' },
    { seq: 4_999_870, type: 'auth.pin.wrong', actor: 'UzJQBx7mnS2HL1Lm62zCI0CK8HZk-0KDuxC-gCJJNeE', reason: null },
  ]),
  auditPage('audit trail, nothing found yet', []),
  ofOperator('people', '/people'),
]

export const CONSOLES: Scene[] = [...PROVIDERS_CONSOLE, ...OPERATORS_CONSOLE]
