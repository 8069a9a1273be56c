import { DEFAULT_BRAND } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { openPage } from '#test/page.ts'

const LOGO = { src: '/brand/light.svg', darkSrc: '/brand/dark.svg', width: 140, height: 36, showsName: true }
const IMPRINT = { en: 'https://proovio.example/imprint', de: 'https://proovio.example/impressum' }
const brand = {
  name: 'Proovio',
  company: 'Proovio GmbH',
  logo: LOGO,
  links: { ...DEFAULT_BRAND.links, imprint: IMPRINT },
  texts: { en: { 'landing.heading': 'Old enough? Prove it with {{product}}' }, de: {} },
}
const t = textsOf('en', { product: 'Proovio' })

test('Another brand is seen in the words, the pictures and the links of a page, and without a tracker nothing is asked [GEN-12 CONSENT-04]', async () => {
  const { screen, user } = await openPage('/', { settings: { brand, analytics: false } })
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent
  expect([heading(), document.title]).toEqual(['Old enough? Prove it with Proovio', `${t('landing.title')} – Proovio`])
  const home = screen.getByRole('link', { name: t('layout.home') })
  expect(home.textContent).toBe('')
  expect(home.querySelector('img')?.getAttribute('src')).toBe(LOGO.src)
  expect(home.querySelector('source[media="(prefers-color-scheme: dark)"]')?.getAttribute('srcset')).toBe(LOGO.darkSrc)
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByRole('link', { name: t('layout.imprint') }).getAttribute('href')).toBe(IMPRINT.en)
  expect(footer.getByText(/Proovio GmbH/)).toBeTruthy()
  expect(footer.queryByRole('button', { name: t('layout.cookies') })).toBe(null)
  expect(document.getElementById('question')?.childElementCount).toBe(0)
  await user.click(screen.getByRole('link', { name: t('landing.web') }))
  await screen.findByRole('heading', { level: 1, name: t('prompt.heading') })
  expect(document.documentElement.textContent).not.toContain('Avouch')
})
