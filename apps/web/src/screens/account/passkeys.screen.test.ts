import { MOST_PASSKEYS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { BROWSERS, DELETION_TOKEN, EVENTS, PASSKEYS, PROVEN, SESSIONS } from '#e2e/support/own-account.ts'
import { buttonOf, expectErrorAt, expectNotice, fieldsOf, fill, noticesIn } from '#test/forms.ts'
import { type Answers, openPage } from '#test/page.ts'
import { CREDENTIAL, withPasskeys } from '#test/passkeys.ts'

const gone = () => new Response(null, { status: 204 })
const NONE = { ...PASSKEYS, data: [] }

async function openSecurity(answers: Answers = {}, browser = withPasskeys()) {
  const page = await openPage('/account/security', {
    ...browser.opening,
    signedIn: true,
    browser: { ...browser.opening.browser, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)' },
    logs: /AppError/,
    answers: {
      ...browser.opening.answers,
      me: PROVEN,
      ownSessions: SESSIONS,
      ownBrowsers: BROWSERS,
      securityEvents: EVENTS,
      passkeys: PASSKEYS,
      createPasskey: { id: 'p'.repeat(22), name: 'iPhone' },
      renamePasskey: gone(),
      removePasskey: gone(),
      ...answers,
    },
  })
  await page.screen.findByText(page.t('account.event.account_created'))
  return { ...page, browser }
}

test('The passkeys are listed with their days; this device is added with a finger, under its own name [PASSKEY-13]', async () => {
  const { screen, t, user, callsOf, answer } = await openSecurity({ passkeys: NONE })
  screen.getByText(t('account.passkeys.none'))
  answer({ passkeys: PASSKEYS })
  await user.click(buttonOf(t('account.passkeys.add')))
  await expectNotice(t, t('account.passkeys.added'))
  expect(callsOf('createPasskey').map(({ body }) => body)).toEqual([{ credential: CREDENTIAL, name: 'iPhone' }])
  await screen.findByText(t('account.passkeys.times', { day: '20 January 2031', used: '28 January 2031' }))
  screen.getByText(t('account.passkeys.unused', { day: '12 January 2031' }))
  expect(screen.getAllByText(t('account.passkeys.synced'))).toHaveLength(1)
})

test('A passkey is renamed in its place, with its rules at the field, and removed with one press [PASSKEY-13]', async () => {
  const { screen, t, user, callsOf } = await openSecurity()
  await user.click(buttonOf(`${t('account.passkeys.rename')}: Windows`))
  const field = () => screen.getByLabelText<HTMLInputElement>(t('account.passkeys.name'))
  expect([field().value, document.activeElement]).toEqual(['Windows', field()])
  fill(field(), 'x'.repeat(41))
  await expectErrorAt(field, t('error.max_length_exceed', { max: 40 }))
  fill(field(), ' Work ')
  await expect.poll(() => buttonOf(t('account.passkeys.save')).disabled).toBe(false)
  await user.click(buttonOf(t('account.passkeys.save')))
  await expect.poll(() => screen.queryByLabelText(t('account.passkeys.name'))).toBeNull()
  expect(callsOf('renamePasskey')).toMatchObject([{ params: { id: 'q'.repeat(22) }, body: { name: 'Work' } }])
  await user.click(buttonOf(`${t('account.passkeys.remove')}: Windows`))
  await expectNotice(t, t('account.passkeys.removed'))
  expect(callsOf('removePasskey').map(({ params }) => params)).toEqual([{ id: 'q'.repeat(22) }])
})

test('Who cancels is told nothing; a device that has one already is said so; a refusal in its words [PASSKEY-13]', async () => {
  const { t, user, browser, answer, screen } = await openSecurity()
  const add = () => user.click(buttonOf(t('account.passkeys.add')))
  browser.finger.create = 'cancelled'
  await add()
  await expect.poll(() => buttonOf(t('account.passkeys.add')).getAttribute('aria-disabled')).not.toBe('true')
  expect(noticesIn(t)).toEqual([])
  browser.finger.create = 'known'
  await add()
  await expectNotice(t, t('account.passkeys.known'))
  browser.finger.create = 'shown'
  answer({ createPasskey: 'passkey_refused' })
  await add()
  await expectNotice(t, t('error.passkey_refused'))
  answer({ passkeyCreationOptions: 'sign_in_again' })
  await add()
  await screen.findByText(t('account.again'))
})

test('After a reset elsewhere the page shows what is left and from when it can change; ten are the most [PASSKEY-06 PASSKEY-13]', async () => {
  const held = await openSecurity({ passkeys: { ...PASSKEYS, held_until: '2031-02-01T12:05:00.000Z' } })
  held.screen.getByText(/1 Feb 2031/)
  held.screen.getByText('iPhone')
  for (const name of [held.t('account.passkeys.add'), `${held.t('account.passkeys.remove')}: iPhone`])
    expect(held.screen.queryByRole('button', { name })).toBeNull()
  const ten = Array.from({ length: MOST_PASSKEYS }, (_, n) => ({ ...PASSKEYS.data[0], id: `p${n}`.padEnd(22, '_') }))
  const { screen, t } = await openSecurity({ passkeys: { ...PASSKEYS, data: ten } })
  screen.getByText(t('account.passkeys.most', { count: MOST_PASSKEYS }))
  expect(screen.queryByRole('button', { name: t('account.passkeys.add') })).toBeNull()
})

test('In a session that a passkey opened another PIN is set on the page, without an SMS [PASSKEY-14]', async () => {
  const { t, user, callsOf, answer } = await openSecurity({
    passkeys: { ...PASSKEYS, opened_by_passkey: true },
    setPin: 'same_pin',
  })
  await user.click(buttonOf(t('account.pin.button')))
  const type = async () => {
    const { pin, repeat } = fieldsOf(t)
    for (const field of [pin, repeat]) fill(field, '2580')
    await expect.poll(() => buttonOf(t('account.pin.set')).disabled).toBe(false)
    await user.click(buttonOf(t('account.pin.set')))
  }
  await type()
  await expectErrorAt(() => fieldsOf(t).pin, t('error.same_pin'))
  answer({ setPin: gone() })
  fill(fieldsOf(t).pin, '')
  await type()
  await expectNotice(t, t('account.pin.done'))
  expect(callsOf('setPin').at(-1)?.body).toEqual({ password: '2580' })
})

test('In a session that a passkey opened the account is deleted without the PIN; ten minutes later the PIN is asked for [PASSKEY-14 ACCOUNT-24]', async () => {
  const { opening } = withPasskeys()
  const answers: Answers = {
    me: PROVEN,
    passkeys: { ...PASSKEYS, opened_by_passkey: true },
    deleteAccount: 'required',
  }
  const { t, user, screen, answer, callsOf, replace } = await openPage('/account/data', {
    ...opening,
    signedIn: true,
    logs: /AppError/,
    answers,
  })
  await screen.findByText(t('account.consent.given'))
  await expect.poll(() => callsOf('passkeys').length).toBe(1)
  const begin = async () => {
    await user.click(buttonOf(t('account.delete.begin')))
    await user.click(await screen.findByRole('button', { name: t('account.delete.now') }))
  }
  await begin()
  await screen.findByLabelText(t('account.delete.pin'))
  expect(callsOf('deleteAccount').map(({ body }) => body)).toEqual([{}])
  answer({ deleteAccount: { deletion: DELETION_TOKEN } })
  fill(screen.getByLabelText<HTMLInputElement>(t('account.delete.pin')), '2580')
  await expect.poll(() => buttonOf(t('account.delete.next')).disabled).toBe(false)
  await user.click(buttonOf(t('account.delete.next')))
  await user.click(buttonOf(t('account.delete.now')))
  await expect.poll(() => replace.mock.calls).toEqual([[`/goodbye#${DELETION_TOKEN}`]])
})
