import {
  CHECK_REASONS,
  type CheckReason,
  type CheckStage,
  type KycStatus,
  PRESENTATION_REASONS,
  type PresentationReason,
  SECOND_MS,
} from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { IS_SOAK } from '#e2e/support/languages.ts'
import { answered, beginVisit, type Cell, expectEnd, RETURN_ID, stateOf, type Variant } from '#test/ends.ts'
import { statusOf } from '#test/session.ts'
import { CINEMA, MINTID } from '#test/website.ts'

const TABS = ['same', 'new', 'oidc'] as const
const TAB_NAMES = { same: 'in the website’s tab', new: 'in a new tab', oidc: 'by OpenID Connect' } as const
const DEVICES = ['computer', 'phone'] as const
const VARIANTS: Variant[] = TABS.flatMap((tab) =>
  DEVICES.flatMap((device) => [true, false].map((kept): Variant => ({ tab, device, kept }))),
)

/** An end as it looks in the website's own tab, in one that it opened, and on a phone where that differs. */
type Cells = Cell | { same: Cell; new: Cell; phone?: Cell }
type Visit = Awaited<ReturnType<typeof beginVisit>>
type Opened = Visit['landing']
const ENDS = ['yes', 'no', 'not proven', 'not now', 'in progress', 'out of time', 'paid', 'over'] as const
type End = (typeof ENDS)[number]
type Row = readonly [end: End, how: string, arrive: (visit: Visit) => Promise<Opened>, cells: Cells]
type Beginning = {
  asked?: Parameters<typeof beginVisit>[1]
  devices: readonly Variant['device'][]
  rows: readonly Row[]
  /** Reasons why an end does not exist. */
  never: Partial<Record<End, string>>
}

/** The website's own tab navigates back without a press; a tab that was opened for the visit closes. */
const DONE = {
  same: ['/complete-process', 'complete.back', 'complete.back', 'website', 'leaves'],
  new: ['/complete-process', 'complete.done', 'complete.back', 'website', 'closes'],
} as const satisfies Cells
/** Navigates to the website; a second press, before its page has loaded, confirms once more and waits here. */
const YES_ON_PHONE: Cell = [
  '/kyc-result/approved',
  'approved.heading',
  'approved.button',
  '/complete-process complete.passedOn',
  'leaves',
]
const LEFT = {
  same: ['/', 'landing.heading', 'landing.web', '/auth/prompt', 'leaves'],
  new: ['/complete-process', 'complete.heading', 'complete.back', 'website', 'closes'],
} as const satisfies Cells
const UNDERAGE = {
  same: ['/verify-age/denied', 'underage.title', 'complete.back', 'website', 'stays', 'support'],
  new: [
    '/verify-age/denied',
    'underage.title',
    'complete.back',
    '/complete-process complete.refused',
    'stays',
    'support',
  ],
} as const satisfies Cells
const [ageDenied, tooYoung, wayBack] = UNDERAGE.new
const NOTHING_SAID: Cell = [ageDenied, tooYoung, wayBack, '/complete-process complete.nothing', 'stays', 'support']
const OVER = {
  answered: ['/', 'ended.answered', 'complete.back', 'website', 'stays'],
  cancelled: ['/', 'ended.cancelled', 'complete.back', 'website', 'stays'],
  expired: ['/', 'ended.expired', 'complete.back', 'website', 'stays'],
  paid: ['/', 'ended.paid', 'complete.back', 'website', 'stays'],
} as const satisfies Record<string, Cell>
const denied = (heading: 'denied.rejected' | 'denied.expired' | 'denied.deleted'): Cell => [
  '/kyc-result/denied',
  heading,
  'action.retry',
  'check',
  'stays',
  'support',
]

const afterCheck =
  (status: KycStatus, progress: { stage?: CheckStage; reason?: CheckReason } = {}) =>
  ({ backFromCheck }: Visit) =>
    backFromCheck({ answers: { kycStatus: statusOf(status, progress) } })

async function confirmed({ backFromCheck, ended }: Visit): Promise<Opened> {
  const page = await backFromCheck({ answers: { kycStatus: statusOf('COMPLETED') } })
  const button = await page.screen.findByRole('button', { name: page.t('approved.button', { provider: CINEMA }) })
  page.answer(ended('answered'))
  await page.user.click(button)
  return page
}

/** The page is loaded anew, without the session. */
async function underAge({ backFromCheck, goOnAt, ended }: Visit): Promise<Opened> {
  const check = await backFromCheck({ answers: { kycStatus: statusOf('UNDERAGED') } })
  await expect.poll(() => check.replace.mock.calls.length).toBe(1)
  return goOnAt('/verify-age/denied', { answers: ended('answered') })
}

async function notNow({ landing: { screen, t, user }, landing }: Visit): Promise<Opened> {
  await user.click(await screen.findByRole('link', { name: t('visit.notNow', { provider: CINEMA }) }))
  return landing
}

const openedAgain =
  (ended: keyof typeof OVER) =>
  (visit: Visit): Promise<Opened> =>
    visit.goOnAt('/', { answers: visit.ended(ended) })

const OVERS: Row[] = (['answered', 'cancelled', 'expired'] as const).map((ended) => [
  'over',
  ended,
  openedAgain(ended),
  OVER[ended],
])

const BY_CHECK: Row[] = [
  ['yes', 'confirmed by the visitor', confirmed, { ...DONE, phone: YES_ON_PHONE }],
  ['no', 'under age', underAge, UNDERAGE],
  ['not proven', 'rejected', afterCheck('MANUAL_REVIEW_REJECTED'), denied('denied.rejected')],
  ...CHECK_REASONS.map((reason): Row => {
    const arrive = afterCheck('MANUAL_REVIEW_REJECTED', { reason })
    return ['not proven', `rejected because of ${reason}`, arrive, denied('denied.rejected')]
  }),
  ['not proven', 'deleted by the service', afterCheck('DELETED'), denied('denied.deleted')],
  ['out of time', 'the check', afterCheck('USER_PROCESS_EXPIRED'), denied('denied.expired')],
  [
    'in progress',
    'reviewed by a person',
    afterCheck('PENDING_MANUAL_REVIEW'),
    ['/kyc-result/reviewing', 'reviewing.title', null, null, 'stays'],
  ],
  [
    'in progress',
    'wanted again',
    afterCheck('PENDING_MANUAL_REVIEW', { stage: 'again', reason: 'picture' }),
    ['/kyc-result/reviewing', 'again.picture', 'again.go', 'check', 'stays'],
  ],
  [
    'in progress',
    'sent in',
    afterCheck('', { stage: 'submitted' }),
    ['/kyc-process', 'submitted.title', null, null, 'waits'],
  ],
  ['not now', 'on the first page', notNow, LEFT],
  ...OVERS,
]

const PRICE = { amount: 1250, currency: 'EUR', description: 'One ticket' } as const
const PAYMENT = { kind: 'payment', payment: PRICE, accept: [], minimum_age: 18 } as const satisfies Beginning['asked']

/** Waits for the code on a computer; then the app is so far. */
const byCode =
  (state: string, ended?: keyof typeof OVER) =>
  async ({ goOnAt, ended: endedAs }: Visit): Promise<Opened> => {
    const page = await goOnAt('/verify-age/app')
    await page.screen.findByRole('img', { name: page.t('app.qr') })
    if (ended !== undefined) page.answer(endedAs(ended))
    page.push(stateOf(state))
    return page
  }
const ANOTHER_CODE = ['app.newCode', 'again', 'stays'] as const
const CODE_ENDS: Row[] = [
  ['not now', 'refused in the app', byCode('refused'), ['/verify-age/app', 'app.refused', ...ANOTHER_CODE]],
  ['out of time', 'the code', byCode('expired'), ['/verify-age/app', 'app.expired', ...ANOTHER_CODE]],
  ['in progress', 'in the app', byCode('matched'), ['/verify-age/app', 'app.goOn', null, null, 'stays']],
  ['over', 'cancelled', byCode('expired', 'cancelled'), OVER.cancelled],
  ['over', 'expired', byCode('expired', 'expired'), OVER.expired],
]

/** Waits on the phone, in the page that the app was opened from; then the visitor comes back from there. */
const backFromApp =
  (path: '/' | '/verify-age/app', ended?: keyof typeof OVER) =>
  async ({ goOnAt, ended: endedAs }: Visit): Promise<Opened> => {
    const page = await goOnAt(path)
    if (ended !== undefined) page.answer(endedAs(ended))
    document.dispatchEvent(new Event('visibilitychange'))
    return page
  }
const fromApp = (ended: keyof typeof OVER): Row[] =>
  (['/', '/verify-age/app'] as const).map((path) => [
    ended === 'answered' ? 'yes' : ended === 'paid' ? 'paid' : 'over',
    `${ended}, from ${path}`,
    backFromApp(path, ended),
    OVER[ended],
  ])

const PAGE_ON_PHONE: Cell = ['/', 'landing.heading', 'landing.web', '/auth/prompt', 'stays']
const NOT_NOW_IN_APP: Row = ['not now', 'refused in the app', backFromApp('/'), PAGE_ON_PHONE]
const WAITS_FOR_APP: Row = ['in progress', 'in the app', backFromApp('/'), PAGE_ON_PHONE]

/** Waits for an age app; then it is so far. */
const byAgeApp =
  (state: string, reason: string | null = null) =>
  async ({ goOnAt, ended }: Visit): Promise<Opened> => {
    const page = await goOnAt('/verify-age/age-app')
    await expect.poll(page.listening).toBe(1)
    const progress = stateOf(state, reason)
    page.answer({ followPresentation: progress, ...(reason === null && state !== 'expired' && ended('answered')) })
    page.push(progress)
    return page
  }

/** The request of the website ends meanwhile: an age app’s is over with it. */
const byAgeAppOver =
  (how: 'cancelled' | 'expired') =>
  async ({ goOnAt, ended }: Visit): Promise<Opened> => {
    const page = await goOnAt('/verify-age/age-app')
    await expect.poll(page.listening).toBe(1)
    page.answer(ended(how))
    page.push(stateOf('expired'))
    return page
  }

const NO_OF_AN_AGE_APP = {
  same: ['/verify-age/age-app', 'ageApp.under', 'complete.back', 'website', 'stays', 'support'],
  new: [
    '/verify-age/age-app',
    'ageApp.under',
    'complete.back',
    '/complete-process complete.refused',
    'stays',
    'support',
  ],
} as const satisfies Cells
const REFUSED = {
  cancelled: 'ageApp.cancelled',
  clock: 'ageApp.clock',
  not_possible: 'ageApp.unavailable',
  timed_out: 'ageApp.timedOut',
} as const
const refused = (reason: PresentationReason): Cell => {
  const heading = reason in REFUSED ? REFUSED[reason as keyof typeof REFUSED] : 'ageApp.refused'
  const [button, leads] = reason === 'not_possible' ? [null, null] : (['ageApp.again', 'again'] as const)
  return ['/verify-age/age-app', heading, button, leads, 'stays', reason in REFUSED ? undefined : 'support']
}
const AGE_APP_ENDS: Row[] = [
  ['yes', 'shown in the app', byAgeApp('confirmed'), DONE],
  ['no', 'too young', byAgeApp('denied'), NO_OF_AN_AGE_APP],
  ...PRESENTATION_REASONS.map((reason): Row => {
    const end = reason === 'cancelled' ? 'not now' : 'not proven'
    return [end, `refused because of ${reason}`, byAgeApp('refused', reason), refused(reason)]
  }),
  [
    'out of time',
    'the code',
    byAgeApp('expired'),
    ['/verify-age/age-app', 'ageApp.expired', 'ageApp.again', 'again', 'stays'],
  ],
  ['over', 'cancelled', byAgeAppOver('cancelled'), OVER.cancelled],
  ['over', 'expired', byAgeAppOver('expired'), OVER.expired],
]

/** Leaves for the app, which comes back with an answer: into this tab, or into another one of the browser. */
const backFromAgeApp =
  (result: boolean) =>
  async ({ goOnAt, goOn, ended }: Visit): Promise<Opened> => {
    const page = await goOnAt('/verify-age/age-app')
    await expect.poll(page.listening).toBe(1)
    return goOn(`/verify-age/age-app?mintid=${MINTID}`, {
      hash: `#rc=${'R'.repeat(22)}&digits=123456`,
      answers: { ...ended('answered'), finishPresentation: answered(result) },
    })
  }

/** Ends in the browser of a check that was begun elsewhere, which has no session: the end itself is told where it was begun. */
const elsewhere =
  (address: string, tab: Record<string, string> = {}) =>
  async ({ goOn }: Visit): Promise<Opened> => {
    const page = await goOn(address, { tab })
    await page.advance(4 * SECOND_MS)
    return page
  }
const AT_CHECK: readonly End[] = ['yes', 'no', 'not proven', 'in progress', 'out of time', 'over']
const endsElsewhere = (heading: 'complete.toApp' | 'complete.toComputer', arrive: Row[2]): Row[] =>
  AT_CHECK.map((end) => [end, 'of any kind', arrive, ['/complete-process', heading, null, null, 'stays']])
const APPS_CHECK = '/complete-process?app=true'

const NO_CHECK = 'an app with a proof has no check that a person could review'
const ONLY_APP_PAYS = 'the Avouch app alone pays'
const NOT_HERE = 'the visitor says so where the request is open'

/** All beginnings of a visit, with all its ends. */
const BEGINNINGS: Record<string, Beginning> = {
  'a website, by an identity check here': {
    devices: DEVICES,
    rows: BY_CHECK,
    never: { paid: ONLY_APP_PAYS },
  },
  'a website, by a check handed over to this browser': {
    devices: ['phone'],
    rows: endsElsewhere(
      'complete.toComputer',
      elsewhere(`/kyc-check-result?return=${RETURN_ID}`, { handed_over: 'computer' }),
    ),
    never: { paid: ONLY_APP_PAYS, 'not now': NOT_HERE },
  },
  'the app of another phone, by a code here': {
    devices: ['computer'],
    rows: [
      ['yes', 'confirmed in the app', byCode('confirmed', 'answered'), DONE],
      ['no', 'under age', byCode('denied', 'answered'), UNDERAGE],
      ...CODE_ENDS,
    ],
    never: {
      paid: 'a payment is a beginning of its own',
      'not proven': 'the app shows it, and the request stays open',
    },
  },
  'a payment, by a code here': {
    asked: PAYMENT,
    devices: ['computer'],
    rows: [
      ['paid', 'in the app', byCode('confirmed', 'paid'), DONE],
      ['no', 'under age', byCode('denied', 'cancelled'), { ...UNDERAGE, new: NOTHING_SAID }],
      ...CODE_ENDS,
    ],
    never: { yes: 'a payment is paid', 'not proven': 'the app shows it, and the payment stays open' },
  },
  'the app on this phone, in the window of its check': {
    devices: ['phone'],
    rows: endsElsewhere('complete.toApp', elsewhere(APPS_CHECK)),
    never: { paid: 'a check pays nothing', 'not now': NOT_HERE },
  },
  'the app on this phone, in the page of the website’s request': {
    devices: ['phone'],
    rows: [...fromApp('answered'), ...fromApp('cancelled'), ...fromApp('expired'), NOT_NOW_IN_APP, WAITS_FOR_APP],
    never: {
      paid: 'a payment is a beginning of its own',
      no: 'it is an answer: the page does not know which',
      'not proven': 'the app shows it, and the request stays open',
      'out of time': 'without a code there is none that runs out',
    },
  },
  'a payment by the app on this phone': {
    asked: PAYMENT,
    devices: ['phone'],
    rows: [...fromApp('paid'), ...fromApp('cancelled'), ...fromApp('expired')],
    never: {
      yes: 'a payment is paid',
      no: 'the payment is taken back, and is over',
      'not proven': 'the app shows it, and the payment stays open',
      'not now': 'as without a payment',
      'in progress': 'as without a payment',
      'out of time': 'without a code there is none that runs out',
    },
  },
  'an age app of another phone': {
    devices: ['computer'],
    rows: AGE_APP_ENDS,
    never: { paid: ONLY_APP_PAYS, 'in progress': NO_CHECK },
  },
  'an age app on this phone': {
    devices: ['phone'],
    rows: [
      ['yes', 'brought back', backFromAgeApp(true), DONE],
      ['no', 'brought back', backFromAgeApp(false), NO_OF_AN_AGE_APP],
      ...AGE_APP_ENDS,
    ],
    never: { paid: ONLY_APP_PAYS, 'in progress': NO_CHECK },
  },
}

const cellOf = (cells: Cells, { tab, device }: Variant): Cell => {
  if (!('same' in cells)) return cells
  return device === 'phone' && cells.phone !== undefined ? cells.phone : tab === 'new' ? cells.new : cells.same
}

/** By day each cell that differs, on each device; by night in every tab, and with and without what the browser keeps. */
function variantsOf({ devices }: Beginning, cells: Cells, at: number): Variant[] {
  const possible = VARIANTS.filter(({ device }) => devices.includes(device))
  if (IS_SOAK) return possible
  const turned = [...possible.slice(at % possible.length), ...possible.slice(0, at % possible.length)]
  return [...Map.groupBy(turned, (variant) => cellOf(cells, variant)).values()].flatMap(([first]) => first ?? [])
}

test('Each end of each beginning is in the table, or the reason why there is none', () => {
  for (const [beginning, { rows, never }] of Object.entries(BEGINNINGS))
    for (const end of ENDS)
      expect([beginning, end, rows.some(([one]) => one === end)]).toEqual([beginning, end, never[end] === undefined])
})

describe.each(Object.entries(BEGINNINGS))('%s', (beginning, row) => {
  for (const [at, [end, how, arrive, cells]] of row.rows.entries())
    for (const variant of variantsOf(row, cells, at)) {
      const { tab, device, kept } = variant
      const where = `${device}, ${TAB_NAMES[tab]}, ${kept ? 'kept' : 'not kept'}`
      test(`A visit by ${beginning} that ends with “${end}” (${how}) ends as the table has it: ${where} [RETURN-01 RETURN-03 RETURN-04]`, async () => {
        const visit = await beginVisit(variant, row.asked)
        await expectEnd(await arrive(visit), cellOf(cells, variant))
      })
    }
})
