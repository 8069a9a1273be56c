import { expect, test } from 'vitest'
import { buttonOf, expectNotice, expectPage, expectSaid } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { PROFILE, statusOf } from '#test/session.ts'
import { CINEMA, MINTID, requestOf } from '#test/website.ts'

test('A confirmation that the server refuses for want of a proof is said [ERR-06]', async () => {
  const { t, user, screen } = await openPage(`/kyc-result/approved?mintid=${MINTID}`, {
    signedIn: true,
    answers: {
      me: PROFILE,
      intentSummary: requestOf(),
      kycStatus: statusOf('COMPLETED'),
      confirmIntent: 'wrong_verification',
    },
  })
  await user.click(await screen.findByRole('button', { name: t('approved.button', { provider: CINEMA }) }))
  await expectNotice(t, t('error.wrong_verification'))
})

test('A status without a body is named by its code [KYC-13 ERR-03]', async () => {
  const { t, callsOf } = await openPage('/kyc-check-result', {
    signedIn: true,
    logs: /NotFound/,
    answers: { me: PROFILE, kycStatus: () => new Response('', { status: 200 }) },
  })
  await expectPage(t('crash.heading'))
  await expectNotice(t, t('kyc.statusNotFound'))
  expect(callsOf('kycStatus')).toHaveLength(1)
})

test('The under-age page says what became of the account [ERR-05 AGE-02]', async () => {
  const { t } = await openPage('/verify-age/denied')
  await expectSaid(t('underage.case'))
  expect(buttonOf(t('underage.login'))).toBeDefined()
})
