import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.ts'
import { kept, PROFILE, SESSION_NAMES, statusOf } from '#test/session.ts'

const said = () => document.querySelector('[aria-live=polite]')?.textContent
const never = () => new Promise<never>(() => {})

/** A log-in that is filled in: the last digit sends it. */
async function logIn({ screen, user, t }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  await user.type(screen.getByLabelText(t('phone.number')), '15112345678')
  await user.type(screen.getByLabelText(t('pin.label')), '2580')
}
const notice = ({ screen, t }: Awaited<ReturnType<typeof openPage>>) =>
  screen.queryByRole('region', { name: t('state.label') })?.textContent

test('An answer that comes late says so, and no more when it is there [STATE-01 STATE-02]', async () => {
  let answer = (_code: 'wrong_login_info') => {}
  const late = new Promise<'wrong_login_info'>((resolve) => {
    answer = resolve
  })
  const page = await openPage('/auth/login', { answers: { prelogin: () => late } })
  const { screen, t, advance, callsOf } = page
  await logIn(page)
  await expect.poll(() => callsOf('prelogin').length).toBe(1)
  const button = screen.getByRole('button', { name: new RegExp(t('layout.loading')) })
  expect(button.querySelector('[role=status]')?.textContent).toBe(t('layout.loading'))
  expect(notice(page)).toBe(undefined)
  await advance(2_000)
  await expect.poll(() => notice(page)).toBe(t('state.slow'))
  await expect.poll(said).toContain(t('state.slow'))
  answer('wrong_login_info')
  await expect.poll(() => notice(page)).toBe(undefined)
})

test('A form without a network says so once, keeps what was typed, and is sent when it is back [STATE-03 STATE-04]', async () => {
  const page = await openPage('/auth/login', { answers: { captcha: 'lost', prelogin: 'lost' }, logs: /CallFailure/ })
  const { screen, user, t, advance, answer, callsOf } = page
  await logIn(page)
  // The number is asked about by now: nothing but the connection's own checks hears that the network is back.
  await advance(1_000)
  await expect.poll(() => notice(page)).toBe(t('state.offline'))
  await expect.poll(() => document.querySelector('[aria-live=assertive]')?.textContent).toContain(t('notice.offline'))
  expect(screen.queryAllByRole('alert')).toEqual([])
  const number = screen.getByLabelText<HTMLInputElement>(t('phone.number'))
  const typed = number.value
  expect(typed.replaceAll(/\D/g, '')).toBe('15112345678')
  answer({ captcha: { provider: 'off' }, prelogin: 'wrong_login_info' })
  await advance(3_000)
  await expect.poll(() => notice(page)).toBe(undefined)
  expect(said()).toContain(t('state.online'))
  expect(number.value).toBe(typed)
  const before = callsOf('prelogin').length
  await user.type(screen.getByLabelText(t('pin.label')), '{Enter}')
  await expect.poll(() => callsOf('prelogin').length).toBe(before + 1)
})

test('Where nothing answers, without an error, the page says that there is no connection [STATE-03]', async () => {
  const page = await openPage('/auth/login', { answers: { prelogin: never }, logs: /CallFailure/ })
  const { t, advance, callsOf } = page
  await logIn(page)
  await expect.poll(() => callsOf('prelogin').length).toBe(1)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const waiting = new AbortController()
    setTimeout(() => waiting.abort(), milliseconds)
    return waiting.signal
  })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit = {}) => {
    await new Promise((_goOn, fail) => signal?.addEventListener('abort', () => fail(new TypeError('aborted'))))
  })
  await advance(11_000)
  await expect.poll(() => notice(page)).toBe(t('state.offline'))
})

test('A browser that says for good that there is no network is connected to what answers [STATE-03]', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const answers = { kycStatus: statusOf('COMPLETED'), me: PROFILE }
  const page = await openPage('/kyc-process', { signedIn: true, answers })
  window.dispatchEvent(new Event('offline'))
  await page.advance(4_000)
  await page.screen.findByRole('heading', { level: 1, name: page.t('approved.heading') })
  expect(notice(page)).toBe(undefined)
})

test.each(['/kyc-process', '/kyc-check-result'])(
  'A wait for an identity check at %s goes on when the network is back [STATE-03 STATE-04 KYC-22]',
  async (path) => {
    const page = await openPage(path, {
      signedIn: true,
      answers: { kycStatus: 'lost', me: 'lost' },
      logs: /CallFailure/,
    })
    const { screen, t, advance, answer } = page
    await advance(1_000)
    await expect.poll(() => notice(page)).toBe(t('state.offline'))
    expect(window.location.pathname).toBe(path)
    answer({ kycStatus: statusOf('COMPLETED'), me: PROFILE })
    await advance(30_000)
    await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
    expect(notice(page)).toBe(undefined)
    expect(kept()).toMatch(SESSION_NAMES)
  },
)
