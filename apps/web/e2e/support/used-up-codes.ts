import { fullPhoneNumber, prelogin, token, type TokenAnswer, verifyCode } from '@avouch/contract'
import { type Browser, expect } from '@playwright/test'
import { account, basic } from './account.ts'
import { captchaAnswer } from './captcha.ts'
import { GOOD_PIN, newestCode, type Visit } from './steps.ts'
import { newAddress } from './world.ts'

const TRIES = 5

async function inNewBrowser(browser: Browser, visit: Visit, work: (visit: Visit) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newAddress() } })
  await work({ ...visit, request: context.request })
  await context.close()
}

/** A log-in up to the code, then as many wrong ones as it may have. */
async function typeWrongCodes(visit: Visit): Promise<void> {
  const { request, number, world } = visit
  const phone = fullPhoneNumber('49', number)
  const recaptchaResponse = await captchaAnswer(request, world, 'prelogin')
  const sent = await request.post(`${world.product}${prelogin.path}`, {
    data: { phone, pin: GOOD_PIN, recaptchaResponse },
  })
  const { pinId } = (await sent.json()) as { pinId: string }
  const form = { grant_type: 'password', username: phone, password: GOOD_PIN }
  const granted = await request.post(`${world.product}${token.path}`, { headers: { authorization: basic }, form })
  const headers = { authorization: `Bearer ${((await granted.json()) as TokenAnswer).access_token}` }
  const right = await newestCode(visit)
  const wrong = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)).filter((code) => code !== right)
  for (const code of wrong.slice(0, TRIES)) {
    const answer = await request.post(`${world.product}${verifyCode.path}`, { headers, data: { pinId, code } })
    expect(answer.status()).toBe(422)
  }
}

/** An account of another browser whose digits are used up: its next SMS has a long code. */
export async function accountWithoutDigits(browser: Browser, visit: Visit): Promise<void> {
  await inNewBrowser(browser, visit, async (holder) => void (await account(holder)))
  await inNewBrowser(browser, visit, typeWrongCodes)
}
