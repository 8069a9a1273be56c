import { MINIMUM_AGE } from '@avouch/contract'
import { expect, test } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { buttonOf, expectPage } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { GRANTED, openRegisteredCode } from '#test/sign-in.ts'

const TOKEN = 'avap_for_this_browser'
const stopped = (details: Record<string, unknown>) =>
  Response.json(
    { type: 'about:blank', title: 'any', status: 403, code: 'under_age_18', message: 'any', ...details },
    { status: 403 },
  )

/** Types the right code of a stopped number. */
async function registerStopped(details: Record<string, unknown>) {
  const page = await openRegisteredCode({ answers: { verifyCode: stopped(details) } })
  await page.user.type(page.field(), '123456')
  await expectPage(page.t('underage.title'))
  return page
}

/** The page after a check whose outcome was under age. */
async function ended(part: Record<string, number>, language: 'en' | 'de' = 'en') {
  const check = await openPage('/kyc-check-result?mobile=false', {
    signedIn: true,
    language,
    answers: { kycStatus: { result: { status: 'UNDERAGED', ...part } } },
  })
  await expect.poll(() => check.replace.mock.calls.length).toBe(1)
  return openPage('/verify-age/denied?mobile=false', { sameTab: true, language })
}

test('Below the text the page of an ended account says how to appeal, in the words of the rule, and leads to the form [APPEAL-01 AGE-02]', async () => {
  const { screen, t, user } = await ended({ appeal_days: 10 })
  await screen.findByText(t('underage.text'), { exact: false })
  screen.getByText('Is that wrong?')
  screen.getByText(
    `Register again within 10 days and show your document once more. If it says ${MINIMUM_AGE} or over, a person confirms it.`,
  )
  await user.click(buttonOf(t('underage.register')))
  await expectPage(t('register.title'))
})

test('One day is no plural, in either language [APPEAL-01]', async () => {
  for (const language of ['en', 'de'] as const) {
    const { screen } = await ended({ appeal_days: 1 }, language)
    await screen.findByText(textsOf(language)('underage.appealDay'))
  }
})

test('The page of a proven adult says that the account can be restored, and offers no appeal [APPEAL-05]', async () => {
  const { screen, t } = await ended({ restore_days: 30 })
  await screen.findByText(t('underage.restore', { days: 30 }))
  expect(screen.queryByRole('button', { name: t('underage.register') })).toBeNull()
})

test('Where nothing is possible, and where a request was answered no, the page says nothing of an appeal [APPEAL-01 AGE-02]', async () => {
  const own = await ended({})
  await own.screen.findByText(own.t('underage.text'), { exact: false })
  expect(own.screen.queryByText(own.t('underage.wrong'))).toBeNull()
  const other = await openPage('/verify-age/denied')
  expect(other.screen.queryByText(other.t('underage.wrong'))).toBeNull()
})

test('After the right code of a stopped number one press appeals, opens the session, and leads to the check [APPEAL-01]', async () => {
  const { user, t, answer, callsOf } = await registerStopped({ appeal_token: TOKEN })
  answer({ beginAppeal: GRANTED })
  await user.click(buttonOf(t('underage.begin')))
  await expect.poll(() => window.location.pathname).toBe('/check')
  expect(callsOf('beginAppeal').map(({ body }) => body)).toEqual([{ appeal_token: TOKEN }])
  expect(window.sessionStorage.getItem('access_token')).toBe(GRANTED.access_token)
})

test('A stopped number without a token gets the page of before [APPEAL-01 AGE-05]', async () => {
  const { screen, t } = await registerStopped({})
  screen.getByText(t('underage.text'), { exact: false })
  expect(screen.queryByRole('button', { name: t('underage.begin') })).toBeNull()
})

test('An appeal that is refused says what to do: log in, or register again; a lost call may be repeated [APPEAL-01]', async () => {
  const used = await registerStopped({ appeal_token: TOKEN })
  used.answer({ beginAppeal: 'lost' })
  await used.user.click(buttonOf(used.t('underage.begin')))
  await used.screen.findByRole('alert')
  used.answer({ beginAppeal: 'appeal_used' })
  await used.user.click(buttonOf(used.t('underage.begin')))
  await expect.poll(() => used.screen.queryByRole('button', { name: used.t('underage.begin') })).toBeNull()
  buttonOf(used.t('underage.login'))
})

test('An appeal whose token is over leads back to the form [APPEAL-01]', async () => {
  const { screen, t, user, answer } = await registerStopped({ appeal_token: TOKEN })
  answer({ beginAppeal: 'invalid_token' })
  await user.click(buttonOf(t('underage.begin')))
  await screen.findByText(t('underage.over'))
  await user.click(buttonOf(t('underage.register')))
  await expectPage(t('register.title'))
})
