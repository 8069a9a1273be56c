import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.ts'
import { MINTID, requestOf } from '#test/website.ts'

const HOUR_MS = 60 * 60_000

/** How many seconds the page says that are left. */
function secondsLeft(): number {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(document.body.textContent) ?? []
  return Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

test.each([
  ['two hours back', -2],
  ['an hour forward', 1],
])('A clock that is set %s changes nothing of how long a code can be scanned [APP-04]', async (_, hours) => {
  const { t, screen, advance } = await openPage(`/verify-age/app?mintid=${MINTID}`, {
    answers: {
      intentSummary: requestOf(),
      createAppLink: {
        id: 'L'.repeat(22),
        url: `http://localhost:3000/a/${'C'.repeat(22)}`,
        number: 42,
        expires_in: 300,
      },
      followAppLink: { state: 'waiting', redirect_uri: null },
    },
  })
  await screen.findByRole('img', { name: t('app.qr') })
  await expect.poll(secondsLeft).toBeGreaterThan(250)
  const before = secondsLeft()
  vi.setSystemTime(Date.now() + hours * HOUR_MS)
  await advance(5_000)
  await expect.poll(() => before - secondsLeft()).toBeGreaterThanOrEqual(4)
  expect(secondsLeft()).toBeGreaterThan(before - 60)
  expect(screen.getByRole('img', { name: t('app.qr') })).toBeDefined()
})
