import { ERROR_REDIRECT_DELAY_MS, SECOND_MS } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { type Answers, openPage } from '#test/page.ts'
import { checkAt, PROFILE, statusOf } from '#test/session.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const intent = (result: boolean) => ({ status: 'confirmed', data: { result, redirect_uri: BACK } })

/** The page of an approved visitor, and its button. */
async function openApproved(answers: Answers, query = '', tab = {}) {
  const page = await openPage(`/kyc-result/approved?mintid=${MINTID}${query}`, {
    signedIn: true,
    tab,
    answers: { me: PROFILE, kycStatus: statusOf('COMPLETED'), intentSummary: requestOf(), ...answers },
  })
  const { screen, t, user } = page
  const button = await screen.findByRole('button', { name: t('approved.button', { provider: CINEMA }) })
  const toasts = () =>
    within(screen.getByRole('region', { name: t('layout.notifications') })).queryAllByRole('listitem')
  return { ...page, button, toasts, confirm: () => user.click(button) }
}

test('Who is approved reads what is left to do: the answer where a website waits for it, nothing where none does [INTENT-01]', async () => {
  const { screen, t } = await openApproved({})
  screen.getByText(t('approved.text'))
  const alone = await openPage('/kyc-result/approved', {
    signedIn: true,
    answers: { me: PROFILE, kycStatus: statusOf('COMPLETED') },
  })
  await alone.screen.findByText(t('approved.textNoIntent'))
  // In the page, the header and the footer.
  expect(alone.screen.getAllByRole('link', { name: t('layout.account') })).toHaveLength(3)
  expect(alone.screen.queryByRole('button', { name: t('approved.buttonNoProvider') })).toBeNull()
})

test('Whose proof is withdrawn while the page is open reads it on the page before the check [KYC-60]', async () => {
  const { screen, t } = await openPage(`/kyc-result/approved?mintid=${MINTID}`, {
    signedIn: true,
    answers: {
      me: PROFILE,
      kycStatus: statusOf(''),
      intentSummary: requestOf(),
      kycInit: { data: { ...checkAt().data, withdrawn: 'operator' } },
    },
  })
  await screen.findByText(t('check.withdrawn'))
  expect(window.location.pathname).toBe('/check')
})

test('A failed confirmation shows a toast, and leads to the start after 5 seconds [TOAST-01]', async () => {
  const { toasts, confirm, advance, t, user, screen } = await openApproved({ confirmIntent: 'mintid_used' })
  await confirm()
  await expect
    .poll(() => toasts().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining(t('error.mintid_used'))])
  await expect.poll(() => document.querySelector('[aria-live=assertive]')?.textContent).toContain(t('notice.error'))
  await advance(ERROR_REDIRECT_DELAY_MS / 2)
  expect(window.location.pathname).toBe('/kyc-result/approved')
  await advance(ERROR_REDIRECT_DELAY_MS / 2)
  await expect.poll(() => window.location.pathname).toBe('/')
  expect(window.location.search).toContain(MINTID)
  await user.click(screen.getByRole('button', { name: t('action.close') }))
  await advance(SECOND_MS)
  expect(toasts()).toEqual([])
})

const text = (body: string, status: number, type = 'text/plain') =>
  new Response(body, { status, headers: { 'content-type': type } })
const FAILURES = [
  ['a text', text('Upstream is away. <b>7</b>', 502), 'Upstream is away. <b>7</b>'],
  ['300 characters of a long text', text('x'.repeat(900), 500, 'text/html'), 'x'.repeat(300)],
  ['the words of a refusal for want of a proof', 'wrong_verification', textsOf('en')('error.wrong_verification')],
  ['a message', Response.json({ message: 'Closed for today.' }, { status: 500 }), 'Closed for today.'],
  ['nothing of an empty answer', text('', 500), undefined],
] as const

for (const [what, answer, says] of FAILURES)
  test(`A confirmation that fails shows ${what}, as it is and once [ERR-06]`, async () => {
    const { screen, toasts, confirm, t } = await openApproved({ confirmIntent: answer })
    await confirm()
    await screen.findByText(says ?? t('notice.unexpected'))
    expect(toasts()).toHaveLength(1)
  })

test('A confirmation without a network may be pressed again, and then ends the visit with a yes [RETURN-03]', async () => {
  const { screen, confirm, answer, callsOf, t, button } = await openApproved({ confirmIntent: 'lost' })
  await confirm()
  await screen.findByText(t('state.offline'))
  await expect.poll(() => button.getAttribute('aria-disabled')).not.toBe('true')
  answer({ confirmIntent: intent(true) })
  await confirm()
  await screen.findByText(t('complete.passedOn'))
  expect(callsOf('confirmIntent')).toHaveLength(2)
  expect(window.sessionStorage.getItem('passed_on')).toBe(`${MINTID} yes`)
})

test('A check that the request no longer accepts leads to the under-age page, and confirms nothing', async () => {
  const { confirm, callsOf } = await openApproved({ checkIntent: intent(false) }, '', { processing_intent: MINTID })
  await confirm()
  await expect.poll(() => window.location.pathname).toBe('/verify-age/denied')
  expect(callsOf('confirmIntent')).toEqual([])
})

test('On a phone the visitor goes back to the address of the answer', async () => {
  const { confirm, replace } = await openApproved(
    { checkIntent: intent(true), confirmIntent: intent(true) },
    '&mobile=true',
    { processing_intent: MINTID },
  )
  await confirm()
  await expect.poll(() => replace.mock.calls).toEqual([[BACK]])
})

test('A request that another visitor has taken can’t be used, and the page says where to start again [INTENT-06]', async () => {
  const { screen, t } = await openPage(`/kyc?mintid=${MINTID}`, {
    signedIn: true,
    answers: { kycInit: 'mintid_used', intentSummary: requestOf() },
  })
  await screen.findByRole('heading', { level: 1, name: t('landing.intentGone') })
  expect(screen.getAllByText(t('error.mintid_used')).length).toBeGreaterThan(0)
  await screen.findByRole('link', { name: t('complete.back', { provider: CINEMA }) })
  expect(screen.getByRole('link', { name: t('action.home') }).getAttribute('href')).toBe('/')
})
