import { LEGAL_PAGES } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { expectNoErrorAt, fieldsOf } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { statusOf } from '#test/session.ts'

const german = textsOf('de')

test('Every page has the header, a main area, the footer and a title; the header leads to the first page [GEN-04]', async () => {
  const { screen, user, t } = await openPage('/auth/prompt')
  for (const landmark of ['banner', 'main', 'contentinfo']) expect(screen.getAllByRole(landmark)).toHaveLength(1)
  expect(document.title).toBe(`${t('prompt.title')} – Avouch`)
  await user.click(screen.getByRole('link', { name: t('layout.home') }))
  await screen.findByRole('heading', { level: 1, name: t('landing.heading') })
  expect(document.title).toBe(`${t('landing.title')} – Avouch`)
  expect(window.location.search).toBe('?mobile=false')
})

test('The footer leads to the pages of the language that is switched to, in a new tab [GEN-04 LANG-05]', async () => {
  const { screen, user } = await openPage('/auth/prompt')
  const links = () => within(screen.getByRole('contentinfo')).getAllByRole('link')
  await user.click(screen.getByRole('button', { name: 'DE – Deutsch' }))
  await screen.findByRole('heading', { level: 1, name: german('prompt.heading') })
  const names = ['imprint', 'privacy', 'terms', 'faq', 'accessibility'] as const
  expect(links().map(({ textContent }) => textContent)).toEqual(names.map((name) => german(`layout.${name}`)))
  expect(links().map((link) => link.getAttribute('href'))).toEqual(names.map((name) => LEGAL_PAGES[name].de))
  for (const link of links()) expect(link.getAttribute('target')).toBe('_blank')
})

test('The address chooses the language until the visitor does [LANG-04 LANG-06]', async () => {
  const { screen, user, t } = await openPage('/auth/prompt?lng=de&mobile=true')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(german('prompt.heading'))
  const keep = vi.spyOn(document, 'cookie', 'set')
  await user.click(screen.getByRole('button', { name: 'EN – English' }))
  await screen.findByRole('heading', { level: 1, name: t('prompt.heading') })
  expect(window.location.search).toBe('?mobile=true')
  await expect.poll(() => document.cookie).toContain('i18next=en')
  expect(keep.mock.calls).toEqual([[expect.stringMatching(/^i18next=en; Path=\/; Max-Age=31536000; SameSite=Lax/i)]])
  const again = await openPage('/auth/prompt?mobile=true', { sameTab: true })
  expect(again.screen.getByRole('heading', { level: 1 }).textContent).toBe(t('prompt.heading'))
})

test.each(['/auth/login', '/auth/register', '/auth/forgot-pin'])(
  'The switch marks nothing as wrong that is half typed at %s [LANG-06]',
  async (address) => {
    const { screen, user, t } = await openPage(address)
    const field = address === '/auth/login' ? fieldsOf(t).pin : fieldsOf(t).number
    await user.click(field)
    await user.keyboard('15')
    await user.click(screen.getByRole('button', { name: 'DE – Deutsch' }))
    await expect.poll(() => document.documentElement.lang).toBe('de')
    await expectNoErrorAt(() => field)
    expect([document.activeElement, field.value.replace(/\D/g, '')]).toEqual([field, '15'])
  },
)

test('A step bar names the steps of a sign-in, which are done, and which is the current one [GEN-15]', async () => {
  const steps = () => {
    const { textContent } = document.querySelector('[aria-current=step]') ?? {}
    const items = [...document.querySelectorAll('ol[aria-label] > li')].map((item) => item.textContent)
    return { items, current: textContent }
  }
  expect(await openPage('/').then(steps)).toEqual({ items: [], current: undefined })
  const { t } = await openPage('/auth/register')
  const names = [t('step.number'), t('step.code'), t('step.document'), t('step.done')]
  expect(steps()).toEqual({ items: names, current: names[0] })
  const signedOut = await openPage('/kyc-result/denied')
  await signedOut.screen.findByRole('heading', { level: 1, name: t('signedOut.denied') })
  expect(steps().items.filter((item) => item.includes(t('step.isDone')))).toEqual([])
  const signedIn = await openPage('/kyc-result/denied', {
    signedIn: true,
    answers: { kycStatus: statusOf('MANUAL_REVIEW_REJECTED') },
  })
  await signedIn.screen.findByRole('heading', { level: 1, name: t('denied.rejected') })
  expect(steps().items[0]).toContain(t('step.isDone'))
  expect(steps().current).toContain(names[2])
})
