import { SECOND_MS } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { openPage, type Opening } from '#test/page.ts'
import { noticesIn } from '#test/forms.ts'
import { PROFILE, statusOf } from '#test/session.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

/** The last page of a visit, whose website has got this answer, in the tab that the website wishes. */
const openLast = (reported: string, intent: Parameters<typeof requestOf>[0], opening: Opening = {}) =>
  openPage(`/complete-process?mintid=${MINTID}&mobile=false`, {
    ...opening,
    tab: { ...(reported !== 'open' && { passed_on: `${MINTID} ${reported}` }), ...opening.tab },
    answers: { intentSummary: requestOf(intent), me: PROFILE, kycStatus: statusOf(''), ...opening.answers },
  })

const BILL = { kind: 'payment', payment: { amount: 1_250, currency: 'EUR', description: 'Ticket' } } as const

const SAID = [
  ['yes', 'complete.passedOn'],
  ['no', 'complete.refused'],
  ['nothing', 'complete.nothing'],
  ['paid', 'complete.paid'],
] as const

test('In its website’s own tab the last page says what became of it, and goes on there after two seconds [RETURN-01 RETURN-03]', async () => {
  const openedAt = Date.now()
  const { screen, t, advance, replace } = await openLast('yes', { return: 'same_tab' })
  let leftAt = 0
  replace.mockImplementation(() => (leftAt = Date.now()))
  await screen.findByRole('heading', { level: 1, name: t('complete.back', { provider: CINEMA }) })
  screen.getByText(t('complete.passedOn'))
  screen.getByText(t('complete.goesOn'))
  await advance(2 * SECOND_MS)
  await expect.poll(() => replace.mock.calls).toEqual([[BACK]])
  expect(leftAt - openedAt).toBeGreaterThanOrEqual(2 * SECOND_MS)
})

for (const [reported, says] of SAID)
  test(`In a tab of its own the last page says what became of it (${reported}), closes itself, and else leads back [RETURN-01 RETURN-03]`, async () => {
    const close = vi.fn<() => void>()
    const { screen, t, advance, replace } = await openLast(reported, { return: 'new_tab' })
    vi.spyOn(window, 'close').mockImplementation(close)
    const back = await screen.findByRole<HTMLAnchorElement>('link', { name: t('complete.back', { provider: CINEMA }) })
    expect(back.href).toBe(BACK)
    screen.getByText(t(says))
    screen.getByText(t('complete.mayClose'))
    // A seal for a yes.
    expect(document.querySelectorAll('main [data-art=seal]')).toHaveLength(['yes', 'paid'].includes(reported) ? 1 : 0)
    await advance(5 * SECOND_MS)
    expect(close).toHaveBeenCalledTimes(1)
    // Nothing turns for ever.
    await expect.poll(() => document.querySelector('main [role=status]')).toBeNull()
    expect(replace).not.toHaveBeenCalled()
  })

test('A tab that an app opened has a button back to the app, and ends its words where no app answers [ROUTE-13 RETURN-01]', async () => {
  const { screen, t, advance, replace } = await openLast('yes', { redirect_uri: 'kino://back', return: 'new_tab' })
  const back = await screen.findByRole('link', { name: t('complete.back', { provider: CINEMA }) })
  expect(back.getAttribute('href')).toBe('kino://back')
  screen.getByText(t('complete.goesOn'))
  await advance(8 * SECOND_MS)
  expect(replace.mock.calls).toEqual([['kino://back']])
  await screen.findByRole('heading', { level: 1, name: t('complete.done', { provider: CINEMA }) })
  screen.getByText(t('complete.press'))
  expect(screen.queryByText(t('complete.mayClose'))).toBeNull()
  expect(document.querySelector('main [role=status]')).toBeNull()
})

test('The last page, opened by hand before there is an answer, stays where it is and leads on [ROUTE-13 RETURN-03]', async () => {
  const without = await openLast('open', { return: 'same_tab' })
  const { t } = without
  await without.screen.findByRole('heading', { level: 1, name: t('complete.openTitle') })
  without.screen.getByText(t('complete.openLogin'))
  await without.advance(20 * SECOND_MS)
  expect(without.replace).not.toHaveBeenCalled()
  await without.user.click(without.screen.getByRole('link', { name: t('action.login') }))
  await without.screen.findByRole('heading', { level: 1, name: t('login.title') })
  expect(window.location.search).toBe(`?mintid=${MINTID}&mobile=false`)

  const { screen } = await openLast('open', { return: 'same_tab' }, { signedIn: true })
  await screen.findByText(t('complete.openText'))
  const steps = screen.getByRole('list', { name: t('step.label') })
  expect(steps.querySelector('[aria-current=step]')?.textContent).toContain(t('step.document'))
  screen.getByRole('link', { name: t('complete.goOn') })
  const back = screen.getByRole<HTMLAnchorElement>('link', { name: t('complete.back', { provider: CINEMA }) })
  expect(back.href).toBe(BACK)
})

test('Who comes back from a check without a session and without a website reads where it goes on, and may log in [ROUTE-13 KYC-40]', async () => {
  const { screen, t, user, advance } = await openPage('/kyc-check-result')
  await advance(4 * SECOND_MS)
  await expect.poll(() => window.location.pathname).toBe('/complete-process')
  await screen.findByText(t('complete.elsewhere'))
  expect(screen.queryByRole('link', { name: new RegExp(CINEMA) })).toBeNull()
  vi.spyOn(window, 'close').mockReturnValue()
  await advance(6 * SECOND_MS)
  await expect.poll(() => document.querySelector('main [role=status]')).toBeNull()
  await user.click(screen.getByRole('link', { name: t('action.login') }))
  await screen.findByRole('heading', { level: 1, name: t('login.title') })
})

for (const [where, query, tab] of [
  ['without a website', '', null],
  ['in a new tab', `?mintid=${MINTID}`, 'new_tab'],
] as const)
  test(`The last page of a visitor with a session, ${where}, turns for some seconds and then stays [ROUTE-13]`, async () => {
    const { screen, t, advance, replace } = await openPage(`/complete-process${query}`, {
      signedIn: true,
      answers: { intentSummary: requestOf({ return: tab }), me: PROFILE, kycStatus: statusOf('') },
    })
    const close = vi.spyOn(window, 'close').mockReturnValue()
    await screen.findByRole('heading', { level: 1, name: t('complete.heading') })
    await advance(6 * SECOND_MS)
    await expect.poll(() => document.querySelector('main [role=status]')).toBeNull()
    screen.getByText(t('complete.mayClose'))
    expect([close.mock.calls, replace.mock.calls]).toEqual([[], []])
  })

/** Where checks end: the address, whether the browser keeps the website’s request, has a session, and was navigated by the website. */
const ENDS = [
  ['the app, in a browser without a request', true, false, false, 'complete.toApp'],
  ['the app, on the phone that opened the website’s request', true, true, false, 'complete.toApp'],
  ['the app, on a phone whose browser is logged in', true, true, true, 'complete.toApp'],
  ['a hand-over, in a browser without a request', false, false, false, 'complete.heading'],
  ['a website, without a session', false, true, false, 'complete.openTitle'],
  ['a website, with a session', false, true, true, 'complete.openTitle'],
] as const

for (const [began, app, keepsRequest, signedIn, says] of ENDS)
  test(`The last page of a check that began in ${began} says “${says}” [RETURN-05 RETURN-04]`, async () => {
    const answers = { intentSummary: requestOf({ return: 'same_tab' }), me: PROFILE, kycStatus: statusOf('') }
    const landing = await openPage(keepsRequest ? `/?mintid=${MINTID}&mobile=true` : '/', { onPhone: true, answers })
    await landing.advance(SECOND_MS)
    const { screen, t, advance, replace } = await openPage(`/complete-process?mobile=true${app ? '&app=true' : ''}`, {
      onPhone: true,
      answers,
      signedIn,
      sameTab: true,
    })
    vi.spyOn(window, 'close').mockReturnValue()
    await screen.findByRole('heading', { level: 1, name: t(says) })
    await advance(10 * SECOND_MS)
    screen.getByRole('heading', { level: 1, name: t(says) })
    expect(replace).not.toHaveBeenCalled()
    // The app alone goes on.
    if (app) expect(screen.queryByRole('link', { name: t('action.login') })).toBeNull()
  })

test('A request that has been answered in the app leaves the window of its check as it is [RETURN-05]', async () => {
  const answers = { intentSummary: requestOf({ ended: 'answered' }), me: PROFILE }
  const { screen, t, advance } = await openPage(`/complete-process?mintid=${MINTID}&app=true`, {
    onPhone: true,
    answers,
  })
  await advance(2 * SECOND_MS)
  screen.getByRole('heading', { level: 1, name: t('complete.toApp') })
})

for (const [from, says] of [
  ['', 'complete.toComputer'],
  ['&from=app', 'complete.toApp'],
] as const)
  test(`A check that was handed over (${from || 'from a computer'}) ends with “${says}”, and offers no log-in [RETURN-06 KYC-40]`, async () => {
    const phone = await openPage(`/check-phone?lng=en${from}#tc=${'T'.repeat(22)}`, { onPhone: true })
    const go = await phone.screen.findByRole('link', { name: phone.t('checkPhone.go') })
    go.addEventListener('click', (event) => event.preventDefault())
    await phone.user.click(go)
    const { screen, t, advance } = await openPage('/complete-process', { onPhone: true, sameTab: true })
    vi.spyOn(window, 'close').mockReturnValue()
    await advance(6 * SECOND_MS)
    screen.getByRole('heading', { level: 1, name: t(says) })
    screen.getByText(t('complete.toAppText'))
    expect(screen.queryByText(t('complete.mayClose'))).toBeNull()
    expect(screen.queryByRole('link', { name: t('action.login') })).toBeNull()
  })

test('A request that has ended elsewhere leads from the last page to the first, which says how [RETURN-04]', async () => {
  const { screen, t } = await openLast('open', { ended: 'cancelled' })
  await screen.findByText(t('ended.cancelled'))
  expect(window.location.pathname).toBe('/')
})

for (const [at, link] of [
  ['/', 'visit.notNow'],
  ['/kyc-result/denied', 'visit.notNow'],
  ['/verify-age/denied', 'complete.back'],
  ['/verify-age/app', 'visit.notNow'],
  ['/verify-age/age-app', 'visit.notNow'],
  ['/?payment=true', 'visit.notNow'],
] as const)
  test(`The way back at ${at} says that the visitor left, once, and takes the tab that the website wishes [RETURN-01 RETURN-03 RETURN-07]`, async () => {
    for (const tab of ['same_tab', 'new_tab'] as const) {
      const { screen, t, user, replace, callsOf } = await openPage(
        `${at}${at.includes('?') ? '&' : '?'}mintid=${MINTID}`,
        {
          signedIn: true,
          answers: {
            intentSummary: requestOf({ return: tab, ...(at.includes('payment') && BILL) }),
            kycStatus: statusOf('MANUAL_REVIEW_REJECTED'),
            createAppLink: 'lost',
            createPresentation: 'lost',
          },
          logs: /./,
        },
      )
      await user.click(await screen.findByRole('link', { name: t(link, { provider: CINEMA }) }))
      if (tab === 'same_tab') await expect.poll(() => replace.mock.calls).toEqual([[BACK]])
      else await screen.findByText(t('complete.nothing'))
      await expect.poll(() => callsOf('leaveIntent').map(({ params }) => params['id'])).toEqual([MINTID])
    }
  })

test('The last page of a request that is open says that the visitor left, before it leads back [RETURN-07]', async () => {
  const { screen, t, user, replace, callsOf } = await openLast('open', { return: 'same_tab' }, { signedIn: true })
  await user.click(await screen.findByRole('link', { name: t('complete.back', { provider: CINEMA }) }))
  await expect.poll(() => replace.mock.calls).toEqual([[BACK]])
  await expect.poll(() => callsOf('leaveIntent')).toHaveLength(1)
})

test('A failure to say that the visitor left is no concern of theirs [RETURN-07]', async () => {
  for (const leaveIntent of ['mintid_used', 'invalid_token', 'service_unavailable', 'lost'] as const) {
    const { screen, t, user } = await openPage(`/?mintid=${MINTID}`, {
      signedIn: true,
      answers: { intentSummary: requestOf({ return: 'new_tab' }), token: 'lost', leaveIntent },
      logs: /background work failed/,
    })
    await user.click(await screen.findByRole('link', { name: t('visit.notNow', { provider: CINEMA }) }))
    await screen.findByText(t('complete.nothing'))
    expect(noticesIn(t)).toEqual([])
  }
})
