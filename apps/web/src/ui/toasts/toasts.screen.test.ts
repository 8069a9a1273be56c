import type { ErrorCode } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { statusOf } from '#test/session.ts'

const said = (urgency: 'polite' | 'assertive') => document.querySelector(`[aria-live=${urgency}]`)?.textContent

/** The page of a review, whose status can be read but for once after each press of Refresh, which leaves a toast. */
async function openReview() {
  let refused: ErrorCode | undefined
  const kycStatus = () => {
    const code = refused
    refused = undefined
    return code ?? statusOf('PENDING_MANUAL_REVIEW')
  }
  const page = await openPage('/kyc-result/reviewing', { signedIn: true, answers: { kycStatus }, logs: /AppError/ })
  const { screen, user, t } = page
  const toasts = within(await screen.findByRole('region', { name: t('layout.notifications') }))
  const refresh = () => screen.getByRole<HTMLButtonElement>('button', { name: t('action.refresh') })
  const cards = () => toasts.queryAllByRole('listitem')
  return {
    ...page,
    refresh,
    cards,
    toasts,
    closers: () => toasts.queryAllByRole('button', { name: t('action.close') }),
    fail: async (code: ErrorCode) => {
      await expect.poll(() => refresh().disabled).toBe(false)
      refused = code
      await user.click(refresh())
      await toasts.findByText(t(`error.${code}` as 'error.required'))
    },
  }
}

test('Toasts are said, and closed one by one, and the focus goes to the next and back [A11Y-03]', async () => {
  const { t, user, advance, fail, cards, closers, refresh, toasts } = await openReview()
  for (const urgency of ['polite', 'assertive'] as const) expect(said(urgency)).toBe('')
  await fail('internal_error')
  expect(said('assertive')).toBe(`${t('notice.error')}. ${t('error.internal_error')}`)
  const all = { name: t('action.closeAll') }
  expect(toasts.queryByRole('button', all)).toBe(null)
  await fail('too_many_requests')
  await fail('service_unavailable')
  expect(cards()).toHaveLength(3)
  const newest = closers()[2]?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(newest)?.textContent).toContain(t('error.service_unavailable'))

  // Escape closes the newest; the focus goes to the next, and in the end back to where it came from.
  refresh().focus()
  closers()[2]?.focus()
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(closers()[1])
  await advance(100)
  expect(cards()).toHaveLength(2)
  closers()[0]?.focus()
  await user.keyboard('{Enter}')
  await advance(100)
  expect(cards().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(t('error.too_many_requests'))])
  expect(document.activeElement).toBe(closers()[0])
  await user.keyboard('{Escape}')
  await advance(100)
  expect(cards()).toEqual([])
  expect(document.activeElement).toBe(refresh())
})

test('Toasts are closed all at once, and what was said goes [A11Y-03]', async () => {
  const { t, user, advance, fail, cards, refresh, toasts } = await openReview()
  await fail('internal_error')
  await fail('too_many_requests')
  refresh().focus()
  await user.click(toasts.getByRole('button', { name: t('action.closeAll') }))
  await advance(100)
  expect(cards()).toEqual([])
  expect(document.activeElement).toBe(refresh())
  await advance(10_000)
  expect(said('assertive')).toBe('')
})

test('A success toast closes by itself, and waits while it has focus or pointer [TOAST-05]', async () => {
  const { screen, t, user, advance } = await openPage('/', { signedIn: true, answers: { revoke: {} } })
  const toasts = within(await screen.findByRole('region', { name: t('layout.notifications') }))
  const [logOut] = screen.getAllByRole('button', { name: t('action.logout') })
  if (logOut === undefined) throw new Error('no log-out')
  await user.click(logOut)
  const card = await toasts.findByRole('listitem')
  expect(said('polite')).toContain(t('logout.done'))
  await advance(5_000)
  await user.hover(card)
  await advance(60_000)
  within(card).getByRole('button').focus()
  await user.hover(screen.getByRole('main'))
  await advance(60_000)
  screen.getByRole('main').focus()
  await advance(1_500)
  expect(toasts.queryAllByRole('listitem')).toHaveLength(1)
  await advance(1_800)
  await advance(100)
  expect(toasts.queryAllByRole('listitem')).toEqual([])
})
