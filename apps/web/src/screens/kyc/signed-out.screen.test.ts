import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { MINTID } from '#test/website.ts'

const PAGES = [
  ['/check', 'kyc.title'],
  ['/kyc', 'kyc.title'],
  ['/kyc-result/approved', 'kyc.title'],
  ['/kyc-result/reviewing', 'signedOut.reviewing'],
  ['/kyc-result/in-progress', 'signedOut.inProgress'],
  ['/kyc-result/denied', 'signedOut.denied'],
] as const

for (const [path, title] of PAGES)
  test(`The page ${path} is open without a session: it says what it can, and leads to the log-in with the same query [ROUTE-01]`, async () => {
    const query = `?mintid=${MINTID}&mobile=${path !== '/kyc-result/in-progress'}`
    const { screen, t, user } = await openPage(path + query, { answers: { intentSummary: 'mintid_not_exist' } })
    screen.getByRole('heading', { level: 1, name: t(title) })
    expect(window.location.pathname).toBe(path)
    await user.click(screen.getByRole('button', { name: t('action.login') }))
    await screen.findByRole('heading', { level: 1, name: t('login.title') })
    expect(window.location.search).toBe(query)
  })

test('The under-age page speaks of the case, and not of an account of its reader; it leads to the log-in and to support [AGE-02]', async () => {
  const { screen, t, user } = await openPage('/verify-age/denied')
  screen.getByText(/An account of someone younger is deactivated and its data is deleted/)
  expect(screen.queryByText(/Your account/)).toBeNull()
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: t('underage.mistake') }).href).toMatch(/support/)
  await user.click(screen.getByRole('button', { name: t('underage.login') }))
  await screen.findByRole('heading', { level: 1, name: t('login.title') })
  expect(window.location.pathname + window.location.search).toBe('/auth/login?mobile=false')
})
