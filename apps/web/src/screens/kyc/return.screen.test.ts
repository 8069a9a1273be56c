import { OPEN_REQUEST } from '@avouch/contract'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { checkAt, PROFILE, statusOf } from '#test/session.ts'
import { MINTID, requestOf } from '#test/website.ts'

const RETURN_ID = 'R'.repeat(40)
const answers = {
  me: PROFILE,
  intentSummary: requestOf(),
  kycInit: checkAt(null),
  kycReturn: { mintid: MINTID },
  kycStatus: statusOf('COMPLETED'),
} as const

for (const path of ['/kyc-check-result', '/check', '/kyc'])
  test(`Who comes back to ${path} with a return id is led to the request that it stands for [KYC-34]`, async () => {
    const { screen, t, callsOf } = await openPage(`${path}?return=${RETURN_ID}&mobile=false`, {
      signedIn: true,
      answers,
    })
    await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
    expect(callsOf('kycReturn').map(({ params }) => params['id'])).toEqual([RETURN_ID])
    const { searchParams } = new URL(window.location.href)
    expect([searchParams.get('mintid'), searchParams.get('return')]).toEqual([MINTID, null])
  })

test('Elsewhere, without a session, the way back is kept for the log-in [KYC-34 KYC-40]', async () => {
  const { screen, t, user, advance } = await openPage(`/kyc-check-result?return=${RETURN_ID}`)
  await advance(4_000)
  await user.click(await screen.findByRole('link', { name: t('action.login') }))
  await screen.findByRole('heading', { level: 1, name: t('login.title') })
  expect(new URL(window.location.href).searchParams.get('return')).toBe(RETURN_ID)
})

test('The link in the SMS about a review asks for a log-in, and stands for the request that is open [KYC-27]', async () => {
  const address = `/kyc-check-result?return=${OPEN_REQUEST}`
  const without = await openPage(address)
  await without.user.click(await without.screen.findByRole('button', { name: without.t('action.login') }))
  await without.screen.findByRole('heading', { level: 1, name: without.t('login.title') })
  const { screen, t, callsOf } = await openPage(address, { signedIn: true, answers })
  await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
  expect(callsOf('kycReturn').map(({ params }) => params['id'])).toEqual([OPEN_REQUEST])
})

test('A way back that is another visitor’s, or that can’t be read, says so and may be tried again [KYC-34]', async () => {
  const { screen, t, user, answer } = await openPage(`/kyc-check-result?return=${RETURN_ID}`, {
    signedIn: true,
    answers: { ...answers, kycReturn: 'internal_error' },
    logs: /AppError/,
  })
  await user.click(await screen.findByRole('button', { name: t('action.retry') }))
  answer({ kycReturn: 'mintid_used' })
  await user.click(await screen.findByRole('button', { name: t('action.retry') }))
  await screen.findByRole('heading', { level: 1, name: t('landing.intentGone') })
})
