import { LEGAL_PAGES } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { SESSION_NAMES, kept } from '#test/session.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const OTHER = 'B'.repeat(22)
/** Opens the app, as a page is set that no server has filled in. */
const APP = 'avouch://verify'
const storedVisit = () => JSON.parse(window.localStorage.getItem('verification') ?? '{}') as unknown
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

test('The first page promises, and offers two ways, a start and more to read [GEN-03 ROUTE-05]', async () => {
  const { screen, t } = await openPage('/')
  const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  for (const promise of ['Nothing passed on', 'No call centre', 'automated check', '2 minutes', 'Server in Germany'])
    expect(facts.filter((fact) => fact.includes(promise))).toHaveLength(1)
  const ways = within(screen.getByRole('region', { name: t('landing.ways') }))
  const titles = ways.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(titles).toEqual([t('landing.web'), t('landing.others'), t('landing.app')])
  expect(ways.getAllByRole('link')).toHaveLength(2)
  expect(hrefOf(screen.getByRole('link', { name: t('landing.more') }))).toBe(LEGAL_PAGES.more.en)
})

test('A visitor sees who asks, by name, domain and logo, or its first letter [PROV-24]', async () => {
  const provider = { name: CINEMA, domain: 'cinema.example', logo: '/logos/0123.svg' }
  const withLogo = await openPage(`/?mintid=${MINTID}`, { answers: { intentSummary: requestOf({ provider }) } })
  const asks = (await withLogo.screen.findByText('cinema.example')).closest('p')
  expect(asks?.textContent).toBe(`${CINEMA}cinema.example`)
  expect(asks?.querySelector('img')?.getAttribute('src')).toBe('/logos/0123.svg')
  const without = await openPage(`/?mintid=${MINTID}`, { answers: { intentSummary: requestOf() } })
  await without.screen.findByText('cinema.example')
  expect(without.screen.getByText('K', { exact: true }).getAttribute('aria-hidden')).toBe('true')
})

test('The query of the visit is stored, and goes along into the app [ROUTE-02 ROUTE-05 ROUTE-06]', async () => {
  for (const [query, way] of [
    ['?mobile=true&payment=true&from=cinema', 'landing.payment'],
    ['?mobile=true&from=cinema', 'landing.app'],
  ] as const) {
    const phone = await openPage(`/${query}`, { onPhone: true })
    expect(hrefOf(phone.screen.getByRole('link', { name: new RegExp(phone.t(way)) }))).toBe(APP + query)
    expect(phone.screen.queryAllByRole('link', { name: phone.t('landing.web') })).toHaveLength(
      way === 'landing.payment' ? 0 : 1,
    )
    const desktop = await openPage(`/${query}`, { answers: { createAppLink: 'service_unavailable' } })
    await desktop.user.click(desktop.screen.getByRole('link', { name: new RegExp(desktop.t(way)) }))
    const open = await desktop.screen.findByRole('link', { name: desktop.t('app.open'), hidden: true })
    expect(hrefOf(open)).toBe(APP + query)
  }
  await openPage(`/?mintid=${MINTID}&mobile=true&payment=true`, { answers: { intentSummary: requestOf() } })
  await expect.poll(storedVisit).toMatchObject({
    state: { merchantIntentId: MINTID, isMobileVerifyUser: true, isPaymentRedirectUrl: true },
  })
})

test('A request that leads nowhere is not what the next visit begins with [INTENT-06]', async () => {
  const { screen, t } = await openPage(`/?mintid=${MINTID}`, { answers: { intentSummary: 'mintid_not_exist' } })
  await screen.findByRole('heading', { level: 1, name: t('landing.intentGone') })
  const next = await openPage('/', { sameTab: true })
  expect(next.screen.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeTruthy()
  expect(window.location.search).toBe('?mobile=false')
})

test('A form whose request is over says so, with the way back to its website [INTENT-06 ROUTE-21]', async () => {
  const answers = { intentSummary: requestOf({ ended: 'cancelled' }) }
  const { screen, t } = await openPage(`/auth/login?mintid=${MINTID}`, { answers })
  await screen.findByText(t('ended.cancelled'))
  expect(hrefOf(screen.getByRole('link', { name: t('complete.back', { provider: CINEMA }) }))).toBe(BACK)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('login.title'))
})

test('The first page says its end when it is looked at again, and no failure takes anything away [INTENT-06]', async () => {
  const answers = { intentSummary: requestOf() }
  const { screen, t, answer, callsOf, advance } = await openPage(`/?mintid=${MINTID}`, { answers, logs: /AppError/ })
  const notNow = { name: t('visit.notNow', { provider: CINEMA }) }
  await screen.findByRole('link', notNow)
  const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'))
  answer({ intentSummary: 'service_unavailable' })
  lookAgain()
  await expect.poll(() => callsOf('intentSummary').length).toBeGreaterThan(1)
  await advance(60_000)
  expect(screen.getByRole('link', notNow)).toBeTruthy()
  answer({ intentSummary: requestOf({ ended: 'cancelled' }) })
  lookAgain()
  await screen.findByRole('heading', { level: 1, name: t('ended.cancelled') })
})

test('The first page asks at its end, and again where its clock is fast [INTENT-06]', async () => {
  const inHalfAnHour = new Date(Date.now() + 30 * 60_000).toISOString()
  const answers = { intentSummary: requestOf({ expires_at: inHalfAnHour }) }
  const { screen, t, answer, callsOf, advance } = await openPage(`/?mintid=${MINTID}`, { answers })
  await screen.findByText('cinema.example')
  expect(callsOf('intentSummary')).toHaveLength(1)
  await advance(31 * 60_000)
  expect(callsOf('intentSummary').length).toBeGreaterThan(1)
  answer({ intentSummary: requestOf({ ended: 'expired' }) })
  await advance(10_000)
  await screen.findByRole('heading', { level: 1, name: t('ended.expired') })
})

test('A first page that says its end leaves the request of another tab alone [INTENT-06]', async () => {
  const { screen, t, answer } = await openPage(`/?mintid=${MINTID}`, { answers: { intentSummary: requestOf() } })
  await screen.findByText('cinema.example')
  const state = { merchantIntentId: OTHER, merchantUserId: '', transactionCode: '' }
  const visit = { ...state, isMobileVerifyUser: false, isPaymentRedirectUrl: false }
  window.localStorage.setItem('verification', JSON.stringify({ state: visit, version: 1 }))
  answer({ intentSummary: requestOf({ ended: 'cancelled' }) })
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('heading', { level: 1, name: t('ended.cancelled') })
  const next = await openPage('/auth/prompt', { sameTab: true, answers: { intentSummary: requestOf() } })
  await expect.poll(() => next.callsOf('intentSummary').length).toBe(1)
  expect(window.location.search).toContain(`mintid=${OTHER}`)
})

test('The start without the app clears credentials, and leads to a first or a later visit [ROUTE-07 LOGIN-01]', async () => {
  const { screen, user, t } = await openPage('/', { signedIn: true })
  expect(kept()).toMatch(SESSION_NAMES)
  await user.click(screen.getByRole('link', { name: t('landing.web') }))
  await screen.findByRole('heading', { level: 1, name: t('prompt.heading') })
  expect(window.location.pathname + window.location.search).toBe('/auth/prompt?mobile=false')
  expect(kept()).not.toMatch(SESSION_NAMES)
  for (const [button, path, heading] of [
    ['prompt.again', '/auth/login', 'login.title'],
    ['prompt.first', '/auth/register', 'register.title'],
  ] as const) {
    const prompt = await openPage('/auth/prompt', { sameTab: true })
    await prompt.user.click(prompt.screen.getByRole('button', { name: new RegExp(t(button)) }))
    await prompt.screen.findByRole('heading', { level: 1, name: t(heading) })
    expect(window.location.pathname).toBe(path)
  }
})

test.each([
  ['identity_check', 18, undefined],
  ['proof_of_age', 21, 'landing.ageApp'],
  ['id_wallet', 18, 'landing.idWallet'],
] as const)(
  'A request that accepts %s alone says so, and offers nothing else [APP-20 METHOD-02]',
  async (method, minimum_age, app) => {
    const answers = { intentSummary: requestOf({ accept: [method], minimum_age }) }
    const { screen, t } = await openPage(`/?mintid=${MINTID}`, { answers })
    await screen.findByText('cinema.example')
    const ways = within(screen.getByRole('region', { name: t('landing.ways') }))
    expect(ways.queryAllByText(t('landing.ageAppText'))).toHaveLength(app === undefined ? 0 : 1)
    if (app !== undefined) expect(ways.getAllByRole('link', { name: t(app) })).toHaveLength(1)
    expect(ways.queryAllByRole('link', { name: t('landing.web') })).toHaveLength(app === undefined ? 1 : 0)
  },
)
