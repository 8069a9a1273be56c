import { en } from '@avouch/phrases/test-outcome/en'
import { expect, test } from 'vitest'
import { type Answers, openPage } from '#test/page.ts'
import { checkAt, kept, SESSION_NAMES, statusOf } from '#test/session.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const said = (outcome: keyof typeof en) => en[outcome].replaceAll('{{age}}', '18')
const came = (result: boolean) => ({ status: 'confirmed', data: { result, redirect_uri: BACK } })
const asTest = requestOf({ live: false })

/** Where the visitor of a test request chooses its outcome. */
async function openChoice(answers: Answers = {}, query = '') {
  const page = await openPage(`/kyc?mintid=${MINTID}${query}`, {
    signedIn: query === '',
    answers: {
      intentSummary: asTest,
      kycInit: checkAt(`${window.location.origin}/kyc?mintid=${MINTID}&mobile=false`),
      readTestOutcome: statusOf(''),
      chooseTestOutcome: came(true),
      ...answers,
    },
  })
  const { screen, user } = page
  await screen.findByRole('heading', { level: 1, name: said('testOutcome.title') })
  const choose = (outcome: keyof typeof en) => user.click(screen.getByRole('button', { name: said(outcome) }))
  return { ...page, choose }
}

test('A visitor chooses an outcome in place of a check, sees its page, and that it is a test [TEST-02 TEST-01]', async () => {
  const { screen, t, user, choose, answer, callsOf, replace } = await openChoice()
  screen.getByText(t('banner.test'))
  answer({ readTestOutcome: statusOf('MANUAL_REVIEW_REJECTED') })
  await choose('testOutcome.MANUAL_REVIEW_REJECTED')
  await screen.findByRole('heading', { level: 1, name: t('denied.rejected') })
  await user.click(screen.getByRole('button', { name: t('action.retry') }))
  await screen.findByRole('heading', { level: 1, name: said('testOutcome.title') })
  answer({ readTestOutcome: statusOf('PENDING_MANUAL_REVIEW') })
  await choose('testOutcome.PENDING_MANUAL_REVIEW')
  await screen.findByRole('heading', { level: 1, name: t('reviewing.title') })
  await user.click(screen.getByRole('button', { name: t('action.refresh') }))
  await screen.findByRole('heading', { level: 1, name: said('testOutcome.title') })
  answer({ readTestOutcome: statusOf('COMPLETED') })
  await choose('testOutcome.COMPLETED')
  await screen.findByRole('button', { name: t('approved.button', { provider: CINEMA }) })
  screen.getByText(t('banner.test'))
  expect(callsOf('chooseTestOutcome').map(({ body }) => body)).toEqual(
    ['MANUAL_REVIEW_REJECTED', 'PENDING_MANUAL_REVIEW', 'COMPLETED'].map((status) => ({
      method: 'identity_check',
      status,
    })),
  )
  expect(replace).not.toHaveBeenCalled()
})

test('In a test, under age ends no account: the session stays, and the page does not say otherwise [TEST-02]', async () => {
  const { choose, answer, replace } = await openChoice()
  answer({ readTestOutcome: statusOf('UNDERAGED') })
  await choose('testOutcome.UNDERAGED')
  await expect.poll(() => replace).toHaveBeenCalledWith(expect.stringContaining('/verify-age/denied?'))
  const { screen, t } = await openPage(`/verify-age/denied?mintid=${MINTID}`, {
    sameTab: true,
    answers: { intentSummary: asTest },
  })
  screen.getByRole('heading', { level: 1, name: t('underage.title') })
  await screen.findByText(t('banner.test'))
  for (const text of [t('underage.text'), t('underage.case')]) expect(screen.queryByText(text)).toBeNull()
  expect(screen.queryByRole('button', { name: t('underage.login') })).toBeNull()
  expect(kept()).toMatch(SESSION_NAMES)
})

for (const [outcome, result, path] of [
  ['testOutcome.COMPLETED', true, '/complete-process'],
  ['testOutcome.UNDERAGED', false, '/verify-age/denied'],
] as const)
  test(`What an app would show is chosen without an account, and leads to ${path} [TEST-01]`, async () => {
    const { screen, choose, callsOf } = await openChoice({ chooseTestOutcome: came(result) }, '&by=age_app')
    expect(screen.getAllByRole('button', { name: /18/ })).toHaveLength(2)
    await choose(outcome)
    await expect.poll(() => window.location.pathname).toBe(path)
    expect(callsOf('chooseTestOutcome').map(({ body }) => body)).toEqual([
      { method: 'proof_of_age', status: outcome.replace('testOutcome.', '') },
    ])
  })

test('A request that is no test has no outcome to choose, whatever its address says [TEST-01]', async () => {
  const { screen, t } = await openPage(`/kyc?mintid=${MINTID}&by=age_app`, { answers: { intentSummary: requestOf() } })
  await screen.findByRole('heading', { level: 1, name: t('kyc.unavailable') })
  expect(screen.queryByRole('button', { name: said('testOutcome.COMPLETED') })).toBeNull()
})
