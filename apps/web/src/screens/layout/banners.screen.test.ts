import { LEGAL_PAGES, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'

const switched = (maintenance: '0' | '1', broadcast: '0' | '1') => ({ switches: { maintenance, broadcast } })

test.each([
  ['en', '/'],
  ['de', '/auth/login'],
] as const)(
  'The operator says that there are no deposits, in %s on %s [BANNER-05 BANNER-02]',
  async (language, path) => {
    const off = await openPage(path, { language, settings: switched('0', '1') })
    expect(off.screen.queryByText(off.t('banner.maintenance'), { exact: false })).toBe(null)
    const { screen, t } = await openPage(path, { language, settings: switched('1', '0') })
    expect(screen.getByText(t('banner.maintenance'), { exact: false })).toBeTruthy()
    const support = screen.getByText(t('banner.support')).closest('a')
    expect(support?.getAttribute('href')).toBe(LEGAL_PAGES.support[language])
  },
)

test.each([
  ['en', '/?payment=true', '1', 1],
  ['de', '/?payment=false', '1', 1],
  ['en', '/?payment=true', '0', 0],
  ['en', '/', '1', 0],
] as const)(
  'A page in %s at %s whose warning of the app is set to %s has %i of them [BANNER-03]',
  async (language, path, broadcast, warnings) => {
    const { screen, t } = await openPage(path, { language, settings: switched('0', broadcast) })
    expect(screen.queryAllByText(t('banner.appLimited'))).toHaveLength(warnings)
  },
)

test('What the operator switches on comes with the next screen, and not into this one [STATE-06]', async () => {
  const { screen, user, t, advance, answer, callsOf } = await openPage('/', { settings: switched('0', '0') })
  answer({ switches: { maintenance: '1', broadcast: '0' } })
  await advance(6 * MINUTE_MS)
  await user.click(screen.getByRole('link', { name: t('landing.web') }))
  await screen.findByRole('heading', { level: 1, name: t('prompt.heading') })
  await expect.poll(() => callsOf('switches').length).toBe(1)
  await advance(1_000)
  expect(screen.queryByText(t('banner.maintenance'), { exact: false })).toBe(null)
  await user.click(screen.getByRole('button', { name: new RegExp(t('prompt.again')) }))
  await screen.findByRole('heading', { level: 1, name: t('login.title') })
  expect(screen.getByText(t('banner.maintenance'), { exact: false })).toBeTruthy()
})
