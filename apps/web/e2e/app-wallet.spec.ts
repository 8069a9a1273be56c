import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import { accountInApp, newPhone } from './support/phone-app.ts'

const TEXTS = {
  en: {
    wallet: 'Wallet',
    bank: 'Open the sandbox bank',
    amount: 'Amount in euros',
    reference: 'Reference',
    send: 'Send the transfer',
    arrived: 'The transfer has arrived.',
    balance: '€25.50',
    deposit: 'Deposit',
    unknown: 'the reference is unknown',
  },
  de: {
    wallet: 'Guthaben',
    bank: 'Sandbox-Bank öffnen',
    amount: 'Betrag in Euro',
    reference: 'Verwendungszweck',
    send: 'Überweisen',
    arrived: 'Die Überweisung ist angekommen.',
    balance: '25,50 €',
    deposit: 'Einzahlung',
    unknown: 'der Verwendungszweck ist unbekannt',
  },
} as const

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })
    const a = TEXTS[language]

    test(
      'A transfer at the bank arrives in the wallet; one with an unknown reference is returned [APP-16 APP-17]',
      SOAK_ONLY,
      async ({ browser, visit }) => {
        const context = await newPhone(browser, visit)
        const phone = await context.newPage()
        await accountInApp(context, visit)
        await phone.goto(`${visit.world.phone}/app`)
        await phone.getByRole('link', { name: a.wallet }).click()
        await expectAccessible(phone, 'wallet')

        const door = phone.getByRole('link', { name: a.bank })
        const [bank] = await Promise.all([context.waitForEvent('page'), door.click()])
        if (IS_SOAK) await expectAccessible(bank, 'bank')
        await bank.getByLabel(a.amount).fill('25.50')
        await bank.getByRole('button', { name: a.send }).click()
        await expect(bank.getByText(a.arrived)).toBeVisible()
        // The page in the app hears of it by itself.
        await expect(phone.getByRole('main')).toContainText(a.balance, { timeout: 15_000 })
        await expect(phone.getByText(a.deposit, { exact: true })).toBeVisible()

        await bank.getByLabel(a.amount).fill('7')
        await bank.getByLabel(a.reference).fill(`nobody ${visit.number}`)
        await bank.getByRole('button', { name: a.send }).click()
        const returned = bank.getByRole('listitem').filter({ hasText: a.unknown })
        await expect(async () => {
          await bank.reload()
          await expect(returned.first()).toBeVisible({ timeout: 500 })
        }).toPass({ timeout: 15_000 })
        await context.close()
      },
    )
  })
