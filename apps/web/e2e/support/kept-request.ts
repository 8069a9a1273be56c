import type { Page } from '@playwright/test'

/** A request that the browser alone knows: the page asks for it itself, as no address names it to the server. */
export async function keepRequest(page: Page, mintid: string): Promise<void> {
  const visit = { merchantIntentId: mintid, merchantUserId: '', transactionCode: '' }
  const state = { ...visit, isMobileVerifyUser: false, isPaymentRedirectUrl: false }
  await page.addInitScript((kept) => localStorage.setItem('verification', kept), JSON.stringify({ state, version: 1 }))
}
