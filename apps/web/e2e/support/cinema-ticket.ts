import type { Page } from '@playwright/test'
import type { Visit } from './steps.ts'

/** The words around a ticket: at the cinema, in the app and at the bank. */
export const TICKET = {
  en: {
    description: 'One ticket: Low Tide',
    price: '€12.50',
    half: '€6.25',
    buy: 'Pay with the wallet',
    paid: 'Paid',
    returned: 'Paid back',
    refundHalf: 'Pay back half',
    refundRest: 'Pay back all that is left',
    pay: /^Pay €12\.50/,
    missing: /are missing: top up$/,
    bank: 'Open the sandbox bank',
    amount: 'Amount in euros',
    send: 'Send the transfer',
    arrived: 'The transfer has arrived.',
    back: 'Back to the payment',
    refund: 'Refund',
    payment: 'Payment',
  },
  de: {
    description: 'Eine Karte: Ebbe',
    price: '12,50 €',
    half: '6,25 €',
    buy: 'Mit Guthaben bezahlen',
    paid: 'Bezahlt',
    returned: 'Zurückgezahlt',
    refundHalf: 'Hälfte zurückzahlen',
    refundRest: 'Den Rest zurückzahlen',
    pay: /^12,50\s€ bezahlen/,
    missing: /fehlen: aufladen$/,
    bank: 'Sandbox-Bank öffnen',
    amount: 'Betrag in Euro',
    send: 'Überweisen',
    arrived: 'Die Überweisung ist angekommen.',
    back: 'Zurück zur Zahlung',
    refund: 'Erstattung',
    payment: 'Zahlung',
  },
} as const

const TICKET_FILM = '/films/low-tide'

/** From the film to the landing page of its payment: a new tab on a desktop, the same tab on a phone. */
export async function buyTicket(cinema: Page, { language, isMobile, world }: Visit): Promise<Page> {
  await cinema.goto(`${world.provider}${TICKET_FILM}`)
  const button = cinema.getByRole('button', { name: TICKET[language].buy })
  if (isMobile) {
    await button.click()
    await cinema.waitForURL(`${world.product}/**`)
    return cinema
  }
  const [tab] = await Promise.all([cinema.context().waitForEvent('page'), button.click()])
  await tab.waitForURL(`${world.product}/**`)
  return tab
}

/** At the bank that the wallet's page leads to; it fills in the reference. @returns the reference */
export async function topUp(phone: Page, { language, world }: Visit, euros: string): Promise<string> {
  const w = TICKET[language]
  await phone.goto(`${world.phone}/app/wallet`)
  const door = phone.getByRole('link', { name: w.bank })
  const [bank] = await Promise.all([phone.context().waitForEvent('page'), door.click()])
  const reference = new URL(bank.url()).searchParams.get('reference') ?? ''
  await bank.getByLabel(w.amount).fill(euros)
  await bank.getByRole('button', { name: w.send }).click()
  await bank.getByText(w.arrived).waitFor()
  await bank.close()
  return reference
}
