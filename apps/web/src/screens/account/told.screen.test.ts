import { PAYMENT_LISTED_DAYS, REQUEST_LISTED_DAYS } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { buttonOf, expectNotice, expectPage, expectSaid } from '#test/forms.ts'
import { EVERY_ROW, HELD, pageOf, paidRow, PROVEN, toldRow } from '#e2e/support/own-account.ts'
import { type Answers, type Opening, openPage } from '#test/page.ts'
import { checkAt } from '#test/session.ts'
import { CINEMA, MINTID, requestOf } from '#test/website.ts'

const ONE_PAGE = 20

async function openTold(answers: Answers = {}, opening: Opening = {}) {
  const page = await openPage('/account', {
    signedIn: true,
    ...opening,
    answers: { me: PROVEN, ownRequests: pageOf(EVERY_ROW), ...answers },
  })
  await page.screen.findByText(page.t('account.you.ending', { ending: PROVEN.phone_ending }))
  const rows = () =>
    within(page.screen.getByRole('list', { name: page.t('account.told.list') }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  return { ...page, rows }
}

test('Each website stands with all that it was told, when, and by which method [ACCOUNT-21]', async () => {
  const { rows, t } = await openTold()
  const [open = '', shop = '', cinema = '', arcade = '', no = '', reserved = '', paid = '', expired = '', , test = ''] =
    rows()
  expect(rows()).toHaveLength(EVERY_ROW.length)
  expect(open).toContain(t('account.told.open'))
  expect(shop).toMatch(/Weinkontor.*wein\.example.*16 or over.*Yes/)
  for (const part of [CINEMA, 'cinema.example', '18 or over', 'Yes', '28 Jan 2031', t('account.told.identity_check')])
    expect(cinema).toContain(part)
  expect(arcade).toContain(t('account.told.proof_of_age'))
  for (const part of ['21 or over', 'No', t('account.told.id_wallet')]) expect(no).toContain(part)
  expect(reserved).toMatch(/Set aside, not paid yet€12\.50/)
  expect(paid).toMatch(/Paid€12\.50Paid back€5\.00ForLow Tide, row 5/)
  expect(expired).toContain(t('account.told.nothing'))
  expect(test).toContain(t('account.told.test'))
})

test('A website that was paid from 18 on has learned that, too [ACCOUNT-21]', async () => {
  const { rows } = await openTold({ ownRequests: pageOf([paidRow({ minimum_age: 18 }), paidRow()]) })
  const [from18 = '', from0 = ''] = rows()
  expect(from18).toMatch(/18 or over.*Yes.*Paid/)
  expect(from0).not.toContain('18 or over')
})

test('The account shows the end of the number, since when the age is proven, and what is left of the document [ACCOUNT-21]', async () => {
  const { screen, t } = await openTold()
  screen.getByText('proven since 12 November 2030')
  screen.getByText(t('account.you.fingerprint'))
  const none = await openTold({ me: { ...PROVEN, verified_on: null, document_kept: false } })
  none.screen.getByText(t('account.you.unproven'))
  none.screen.getByText(t('account.you.noDocument'))
})

test('A hundred rows come in pages of twenty, the newest first, and say how many are shown [ACCOUNT-21]', async () => {
  const all = Array.from({ length: 100 }, (_, at) =>
    toldRow({ provider: { name: `Website ${at}.`, domain: null, logo: null } }),
  )
  const { user, t, rows, callsOf, screen } = await openTold({
    ownRequests: ({ query }) => {
      const from = Number(query['cursor'] ?? 0)
      const next = from + ONE_PAGE
      return pageOf(all.slice(from, next), next < all.length ? String(next) : null)
    },
  })
  for (let shown = ONE_PAGE; shown < all.length; shown += ONE_PAGE) {
    await expect.poll(rows).toHaveLength(shown)
    await user.click(buttonOf(t('account.told.more')))
  }
  await expect.poll(rows).toHaveLength(all.length)
  expect(rows().map((row) => /Website (\d+)\./.exec(row)?.[1])).toEqual(all.map((_, at) => String(at)))
  expect(screen.queryByRole('button', { name: t('account.told.more') })).toBeNull()
  screen.getByText(t('account.told.shown', { count: all.length }))
  expect(callsOf('ownRequests').map(({ query }) => query['cursor'])).toEqual([undefined, '20', '40', '60', '80'])
})

test('Whom no website has asked reads so, and how far back the list reaches [ACCOUNT-21]', async () => {
  const { screen, t } = await openTold({ ownRequests: pageOf([]) })
  screen.getByRole('heading', { name: t('account.told.empty') })
  screen.getByText(t('account.told.reach', { days: REQUEST_LISTED_DAYS, payments: PAYMENT_LISTED_DAYS }))
  screen.getByText(t('account.told.elsewhere'))
})

test('An open request can be gone on with, and what was set aside is withdrawn with one press [ACCOUNT-21]', async () => {
  const { user, t, answer, rows, callsOf, screen } = await openTold({
    ownRequests: pageOf([
      paidRow({ status: 'reserved', told_at: null, mintid: 'P'.repeat(22), can_withdraw: true }, { entry_id: null }),
      toldRow({ status: 'bound', told_at: null, result: null, method: null, mintid: MINTID }),
    ]),
    intentSummary: requestOf(),
    kycInit: checkAt(),
    kycStatus: { result: { status: '' } },
    releasePayment: 'intent_answered',
  })
  const withdraw = () => user.click(buttonOf(`${t('account.told.withdraw')}: ${CINEMA}`))
  await withdraw()
  await expectNotice(t, t('error.intent_answered'))
  answer({
    releasePayment: Response.json({ status: 'cancelled' }),
    ownRequests: pageOf([
      paidRow({ status: 'cancelled', told_at: null }, { entry_id: null }),
      toldRow({ status: 'bound', told_at: null, result: null, method: null, mintid: MINTID }),
    ]),
  })
  expect(callsOf('releasePayment')[0]?.params).toEqual({ id: 'P'.repeat(22) })
  expect(rows()).toHaveLength(2)
  await user.click(buttonOf(`${t('account.told.goOn')}: ${CINEMA}`))
  await expectPage(t('check.title'))
  expect(window.location.search).toContain(MINTID)
  expect(screen.queryByText(t('account.told.title'))).toBeNull()
})

test('A receipt is fetched when it is unfolded, and names order and transaction [ACCOUNT-21]', async () => {
  const [entry] = HELD.wallet?.entries ?? []
  const { user, t, callsOf, screen } = await openTold({
    ownRequests: pageOf([paidRow()]),
    walletEntryReceipt: {
      entry: {
        ...entry,
        kind: 'payment',
        available_change: 0,
        reserved_change: -1_250,
        description: 'Low Tide, row 5',
      },
      transaction: 'AVO-7',
      reference: 'A-2031',
      refunded: 500,
      return_reason: null,
    },
  })
  expect(callsOf('walletEntryReceipt')).toEqual([])
  await user.click(screen.getByText(t('account.told.receipt')))
  for (const part of ['AVO-7', 'A-2031', '€12.50', '€5.00']) await expectSaid(part)
  expect(callsOf('walletEntryReceipt').map(({ params }) => params)).toEqual([{ id: 'E'.repeat(22) }])
})
