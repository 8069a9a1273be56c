import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'
import { numberOn, qrCode } from './support/other-phone.ts'
import { accountInApp, newPhone, pasteAndPick } from './support/phone-app.ts'
import { scan } from './support/qr.ts'
import { buyTicket, type Visit } from './support/steps.ts'
import { cinemaKey } from './support/world.ts'

const PRICE = '€12.50'
const HALF = '€6.25'
const DESCRIPTION = 'One ticket: Low Tide'
const CINEMA = { provider: 'Kino Aurora' }

const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

/** At the bank that the wallet's page leads to. @returns the reference, which the page filled in */
async function topUp(phone: Page, { world }: Visit, euros: string): Promise<string> {
  await phone.goto(`${world.phone}/app/wallet`)
  await phone.getByText('By bank transfer').click()
  await phone.getByRole('link', { name: 'Open the sandbox bank' }).click()
  await phone.getByLabel('Amount in euros').fill(euros)
  await phone.getByRole('button', { name: 'Send the transfer' }).click()
  await phone.getByText('The transfer has arrived.').waitFor()
  return new URL(phone.url()).searchParams.get('reference') ?? ''
}

/** Everything that the provider can read of its payments, and of its money. */
async function providerView(request: APIRequestContext, { world }: Visit, reference: string): Promise<string> {
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${cinemaKey()}` }
    const answer = await request.get(`${world.product}/provider/v1${path}`, { headers })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { data: { id: string }[] }
  }
  const found = await read(`/intents?reference=${reference}`)
  const id = found.data[0]?.id ?? ''
  const all = [found, await read(`/intents/${id}`), await read(`/intents/${id}/refunds`), await read('/balance')]
  return JSON.stringify(all)
}

test('A ticket is paid from the phone, and paid back, and the cinema never learns by whom [PAY-05]', async ({
  page,
  browser,
  visit,
  t,
}) => {
  const context = await newPhone(browser, visit)
  const phone = await context.newPage()
  await accountInApp(context, visit)
  const payReference = await topUp(phone, visit, '10.00')

  const tab = await buyTicket(page, visit)
  await expect(tab).toHaveURL(/[?&]payment=true/)
  await expect(title(tab, t('landing.paymentTo', CINEMA))).toBeVisible()
  for (const text of [PRICE, DESCRIPTION])
    await expect(tab.getByRole('definition').filter({ hasText: text })).toBeVisible()
  await expect(tab.getByRole('link', { name: t('landing.web') })).toBeHidden()
  await expectAccessible(tab, 'landing of a payment')
  await tab.getByRole('link', { name: t('landing.payment') }).click()
  await expect(tab.getByRole('heading', { level: 1, name: t('app.payHeading') })).toBeVisible()
  await expect(tab.getByRole('button', { name: t('app.web') })).toBeHidden()
  const bill = tab.getByText(t('app.bill', { amount: PRICE, ...CINEMA }))
  await expect(bill).toBeVisible()
  await expectAccessible(tab, 'code of a payment')

  const url = (await scan(qrCode(tab, visit).locator('..'))) ?? ''
  await pasteAndPick(phone, visit, url, await numberOn(tab))
  await expect(tab.getByText(t('app.matched'))).toBeVisible()
  await expect(bill).toBeVisible()
  const pay = phone.getByRole('button', { name: /^Pay €12\.50/ })
  const missing = phone.getByRole('button', { name: /are missing: top up$/ })
  await expect(missing).toBeVisible()
  await expect(pay).toBeHidden()

  await missing.click()
  await phone.getByRole('button', { name: 'Add €2.50 now' }).click()
  await expect(pay).toBeVisible()
  await expect(missing).toHaveCount(0)
  await pay.click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await expect(tab.getByText(t('complete.paid'))).toBeVisible()
  await expect(title(page, 'Paid')).toBeVisible()

  await page.getByRole('button', { name: 'Pay back half' }).click()
  await expect(page.getByRole('definition').filter({ hasText: HALF })).toBeVisible()
  await page.getByRole('button', { name: 'Pay back all that is left' }).click()
  await expect(title(page, 'Paid back')).toBeVisible()
  await phone.goto(`${visit.world.phone}/app/wallet`)
  const entry = (kind: string) => phone.getByRole('listitem').filter({ hasText: kind })
  await expect(entry('Refund')).toHaveCount(2)
  await expect(entry('Refund').first()).toContainText(`+${HALF}`)
  await expect(entry('Payment').filter({ hasText: DESCRIPTION })).not.toHaveCount(0)

  // Side by side: what identifies the payer on the phone is in nothing that the cinema has or can ask for.
  const reference = /T(?:-[2-9A-Z]{4}){2}/.exec((await page.textContent('main')) ?? '')?.[0] ?? ''
  const provider = (await page.content()) + (await providerView(page.request, visit, reference))
  expect(provider).toContain(reference)
  const identifying = [visit.number, visit.number.slice(-7), payReference, payReference.replaceAll(' ', '')]
  expect(identifying.filter((mark) => mark === '' || provider.includes(mark))).toEqual([])
  await context.close()
})
