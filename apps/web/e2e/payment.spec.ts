import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { buyTicket, TICKET, topUp } from './support/cinema-ticket.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE } from './support/languages.ts'
import { accountInApp, newPhone, paste, pick } from './support/phone-app.ts'
import { scan } from './support/qr.ts'
import type { Visit } from './support/steps.ts'
import { cinemaKey } from './support/world.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

/** The amount, and who gets it. */
const billOn = (page: Page, { t, language }: Visit) =>
  page.getByText(t('app.bill', { amount: TICKET[language].price, provider: 'Kino Aurora' }))

/** The landing of the payment, and the code that it leads to. */
async function toTheCode(cinema: Page, visit: Visit) {
  const { t, language } = visit
  const w = TICKET[language]
  const tab = await buyTicket(cinema, visit)
  await expect(tab).toHaveURL(/[?&]payment=true/)
  await expect(title(tab, t('landing.paymentTo', { provider: 'Kino Aurora' }))).toBeVisible()
  for (const text of [w.price, w.description])
    await expect(tab.getByRole('definition').filter({ hasText: text })).toBeVisible()
  await expect(tab.getByRole('link', { name: t('landing.web') })).toBeHidden()
  await expectAccessible(tab, 'landing of a payment')
  await tab.getByRole('link', { name: t('landing.payment') }).click()
  await expect(tab.getByRole('heading', { level: 1, name: t('app.payHeading') })).toBeVisible()
  await expect(tab.getByRole('button', { name: t('app.web') })).toBeHidden()
  await tab.getByRole('heading', { level: 2, name: t('app.download') }).click()
  for (const name of [`App Store ${t('app.storeIos')}`, `Google Play ${t('app.storeAndroid')}`])
    await expect(tab.getByRole('link', { name })).toBeVisible()
  await expect(billOn(tab, visit)).toBeVisible()
  await expectAccessible(tab, 'code of a payment')
  const code = tab.getByRole('img', { name: t('app.qr') })
  const number = Number(await tab.getByText(/^[1-9][0-9]$/).textContent())
  return { tab, url: (await scan(code.locator('..'))) ?? '', number }
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

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })
    const w = TICKET[language]

    test('A ticket is paid from the phone, and paid back, and the cinema never learns by whom [PAY-01 PAY-02 PAY-06]', async ({
      page,
      browser,
      visit,
    }) => {
      const context = await newPhone(browser, visit)
      const phone = await context.newPage()
      await accountInApp(context, visit)
      await topUp(phone, visit, language === 'de' ? '10,00' : '10.00')

      const { tab, url, number } = await toTheCode(page, visit)
      await paste(phone, visit, url)
      await pick(phone, visit, number)
      await expect(tab.getByText(visit.t('app.matched'))).toBeVisible()
      await expect(billOn(tab, visit)).toBeVisible()
      const pay = phone.getByRole('button', { name: w.pay })
      const missing = phone.getByRole('link', { name: w.missing })
      await expect(missing).toBeVisible()
      await expect(pay).toBeHidden()

      await missing.click()
      await phone.getByRole('link', { name: w.bank }).click()
      await phone.waitForURL(`${visit.world.phone}/bank?**`)
      const payReference = new URL(phone.url()).searchParams.get('reference') ?? ''
      await phone.getByRole('button', { name: w.send }).click()
      await phone.getByRole('link', { name: w.back }).click()
      await expect(pay).toBeVisible()
      await expect(missing).toHaveCount(0)
      await pay.click()
      await expect(phone.getByRole('heading', { level: 1, name: w.paid })).toBeVisible()
      await expect(tab.getByText(visit.t('complete.paid'))).toBeVisible()
      await expect(title(page, w.paid)).toBeVisible()
      // The film beside it plays for minutes otherwise.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      if (IS_SOAK) await expectAccessible(page, 'ticket')

      await page.getByRole('button', { name: w.refundHalf }).click()
      await expect(page.getByRole('definition').filter({ hasText: w.half })).toBeVisible()
      await page.getByRole('button', { name: w.refundRest }).click()
      await expect(title(page, w.returned)).toBeVisible()
      await phone.goto(`${visit.world.phone}/app/wallet`)
      const entry = (kind: string) => phone.getByRole('listitem').filter({ hasText: kind })
      await expect(entry(w.refund)).toHaveCount(2)
      await expect(entry(w.refund).first()).toContainText(`+${w.half}`)
      await expect(entry(w.payment).filter({ hasText: w.description })).not.toHaveCount(0)

      // Side by side: what identifies the payer on the phone is in nothing that the cinema has or can ask for.
      const reference = /ticket_[A-Za-z0-9_-]{24}/.exec((await page.textContent('main')) ?? '')?.[0] ?? ''
      const provider = (await page.content()) + (await providerView(page.request, visit, reference))
      expect(provider).toContain(reference)
      const identifying = [visit.number, visit.number.slice(-7), payReference, payReference.replaceAll(' ', '')]
      expect(identifying.filter((mark) => mark === '' || provider.includes(mark))).toEqual([])
      await context.close()
    })
  })
