import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.ts'
import { PROFILE, statusOf } from '#test/session.ts'

/** From now on both storages throw when they are looked for. */
function failStorages(): void {
  const fail = () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'] as const) vi.spyOn(window, name, 'get').mockImplementation(fail)
}

test('A storage that fails while a visitor waits ends no session [STORE-05]', async () => {
  const answers = { kycStatus: statusOf(''), me: PROFILE, revoke: {} }
  const { screen, user, t, advance, callsOf } = await openPage('/kyc-process', { signedIn: true, answers })
  const logOut = () => screen.queryAllByRole('button', { name: t('action.logout') })
  await expect.poll(() => callsOf('kycStatus').length).toBeGreaterThan(0)
  const before = callsOf('kycStatus').length
  failStorages()
  await advance(5_000)
  expect(callsOf('kycStatus').length).toBeGreaterThan(before)
  expect(callsOf('kycStatus').at(-1)?.headers.get('authorization')).toBe('Bearer avat_any')
  expect(logOut()).not.toEqual([])
  await user.click(logOut()[0] ?? document.body)
  await expect.poll(logOut).toEqual([])
})
