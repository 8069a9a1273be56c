import { KEPT_AFTER_ERASURE, type KeptKind } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { buttonOf, expectErrorAt, expectNotice, expectPage, expectSaid, fill } from '#test/forms.ts'
import { DELETION_TOKEN, deletionOf, HELD, PROVEN } from '#e2e/support/own-account.ts'
import { type Answers, openPage } from '#test/page.ts'
import { kept, SESSION_NAMES } from '#test/session.ts'

async function openData(answers: Answers = {}) {
  const page = await openPage('/account/data', {
    signedIn: true,
    answers: { me: PROVEN, exportData: HELD, ...answers },
  })
  await page.screen.findByText(page.t('account.you.ending', { ending: PROVEN.phone_ending }))
  return page
}

test('Everything that is held is shown with a press, in words, and saved as it was answered [ACCOUNT-24]', async () => {
  const { t, user, screen, callsOf } = await openData()
  expect(callsOf('exportData')).toEqual([])
  await user.click(buttonOf(t('account.held.show')))
  for (const part of [HELD.account.phone, HELD.account.user_id, '12 November 2030', 'Kino Aurora', '€17.50', 'passed'])
    await expectSaid(part)
  for (const part of ['Phonelast used 21 January 2031', 'Key ringnever used yet']) await expectSaid(part)
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:any'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: t('account.held.save') }))
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(HELD)
  expect(callsOf('exportData')).toHaveLength(1)
})

test('A consent is taken back with one press, and there is none to take back twice [ACCOUNT-07]', async () => {
  const { t, user, screen, answer, callsOf } = await openData({
    updateProfile: { language: 'en', data_collection_consent: false },
  })
  answer({ me: { ...PROVEN, data_collection_consent: false } })
  await user.click(buttonOf(t('account.consent.takeBack')))
  await screen.findByText(t('account.consent.none'))
  expect(callsOf('updateProfile').map(({ body }) => body)).toEqual([{ data_collection_consent: false }])
  expect(screen.queryByRole('button', { name: t('account.consent.takeBack') })).toBeNull()
})

async function openDeletion(answers: Answers = {}) {
  const page = await openData(answers)
  const { t, user, screen } = page
  await user.click(buttonOf(t('account.delete.begin')))
  const field = () => screen.getByLabelText<HTMLInputElement>(t('account.delete.pin'))
  const next = async (pin: string) => {
    fill(field(), pin)
    await expect.poll(() => buttonOf(t('account.delete.next')).disabled).toBe(false)
    await user.click(buttonOf(t('account.delete.next')))
  }
  return { ...page, field, next }
}

test('Before deleting, everything that goes and everything that stays is named, with its time [ACCOUNT-24 ACCOUNT-25]', async () => {
  const { t, screen, field } = await openDeletion()
  for (const key of ['goesText', 'website', 'moneyText', 'stays'] as const) screen.getByText(t(`account.delete.${key}`))
  for (const kind of Object.keys(KEPT_AFTER_ERASURE) as KeptKind[]) screen.getByText(t(`account.kept.${kind}`))
  const times = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(times).toEqual(
    expect.arrayContaining(['1 hour at most', '30 days at most', '396 days at most', t('account.delete.forGood')]),
  )
  await expect.poll(() => document.activeElement).toBe(field())
})

test('The account is deleted by the PIN and one more press, and the tab has nothing of it left [ACCOUNT-24 ACCOUNT-22]', async () => {
  const { t, user, next, callsOf, replace } = await openDeletion({ deleteAccount: { deletion: DELETION_TOKEN } })
  await next('2580')
  const sure = await vi.waitFor(() => buttonOf(t('account.delete.now')))
  expect(callsOf('deleteAccount')).toEqual([])
  await user.click(sure)
  await expect.poll(() => replace.mock.calls).toEqual([[`/goodbye#${DELETION_TOKEN}`]])
  const [call] = callsOf('deleteAccount')
  expect([call?.body, call?.headers.get('prefer')]).toEqual([{ pin: '2580' }, 'return=representation'])
  expect(kept()).not.toMatch(SESSION_NAMES)
  expect(kept()).not.toContain('2580')
})

test('A wrong PIN leads back to the field, which says so; who keeps the account loses nothing [ACCOUNT-24]', async () => {
  const { t, user, field, next, replace, answer } = await openDeletion({ deleteAccount: 'wrong_verification' })
  await next('1379')
  await user.click(buttonOf(t('account.delete.now')))
  await expectErrorAt(field, t('account.delete.pinWrong'))
  expect(field().value).toBe('')
  answer({ deleteAccount: 'internal_error' })
  await next('2580')
  await user.click(buttonOf(t('account.delete.now')))
  await expectNotice(t, t('error.internal_error'))
  await user.click(buttonOf(t('account.delete.keep')))
  expect(field().value).toBe('')
  expect(replace).not.toHaveBeenCalled()
})

const GOODBYE = `/goodbye#${DELETION_TOKEN}`

test('The page after a deletion follows it without a session until nothing is waited for [ACCOUNT-27]', async () => {
  const { t, screen, advance, answer, callsOf } = await openPage(GOODBYE, { answers: { readDeletion: deletionOf() } })
  await expectPage(t('account.gone.title'))
  expect(callsOf('readDeletion')[0]?.body).toEqual({ token: DELETION_TOKEN })
  expect(window.location.search).not.toContain(DELETION_TOKEN)
  for (const key of ['account.erasing', 'vendor.asked', 'money.returning'] as const)
    screen.getByText(t(`account.gone.${key}`))
  answer({ readDeletion: deletionOf({ account: 'erased', vendor: 'erased', money: 'returned' }) })
  await advance(5_000)
  await expectPage(t('account.gone.erased'))
  for (const key of ['account.erased', 'vendor.erased', 'money.returned'] as const)
    screen.getByText(t(`account.gone.${key}`))
  screen.getByText(/31 January 2031/)
  const asked = callsOf('readDeletion').length
  await advance(30_000)
  expect(callsOf('readDeletion')).toHaveLength(asked)
})

test.each(['/goodbye', GOODBYE])('An address that shows no deletion says so, at %s [ACCOUNT-27]', async (address) => {
  const { t } = await openPage(address, { answers: { readDeletion: 'not_found' } })
  await expectPage(t('account.gone.unknown'))
})
