import { fullPhoneNumber, PUBLIC_CLIENT, type TokenAnswer } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { captchaAnswer } from './captcha.ts'
import { GOOD_PIN, newestCode, type Visit } from './steps.ts'

/** Names the public client to the token endpoint. */
export const basic = `Basic ${Buffer.from(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`).toString('base64')}`

/** Registers a number without confirming it, by the calls that the form makes. */
export async function registration({ request, language, number, world }: Visit): Promise<void> {
  const phone = fullPhoneNumber('49', number)
  const recaptchaResponse = await captchaAnswer(request, world, 'signup')
  const data = {
    phone,
    username: phone,
    password: GOOD_PIN,
    language,
    data_collection_consent: false,
    recaptchaResponse,
  }
  await request.post(`${world.product}/auth/public/app/signup`, { data })
}

/** A confirmed account with a session, for tests of what comes after the sign-in. */
export async function account(visit: Visit): Promise<TokenAnswer> {
  await registration(visit)
  const { request, number, world } = visit
  const granted = await request.post(`${world.product}/auth/api/oauth/token`, {
    headers: { authorization: basic },
    form: { grant_type: 'password', username: fullPhoneNumber('49', number), password: GOOD_PIN },
  })
  const { access_token } = (await granted.json()) as TokenAnswer
  const headers = { authorization: `Bearer ${access_token}` }
  const sent = await request.post(`${world.product}/auth/api/2fa/resend`, { headers, data: {} })
  const { pinId } = (await sent.json()) as { pinId: string }
  const code = await newestCode(visit)
  const confirmed = await request.post(`${world.product}/auth/api/2fa/verify`, { headers, data: { pinId, code } })
  return (await confirmed.json()) as TokenAnswer
}

/** Gives the tab the tokens; the next page is opened with a session. */
export async function keepSession(page: Page, tokens: Partial<TokenAnswer>): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(({ access_token = '', refresh_token = '', user_id = '' }) => {
    sessionStorage.setItem('access_token', access_token)
    sessionStorage.setItem('refresh_access_token', refresh_token)
    sessionStorage.setItem('userId', user_id)
    localStorage.setItem('react_app_token', 'yes')
  }, tokens)
}

/** A new account's tab, at the identity check for the request that the query names. */
export async function toTheCheck(page: Page, visit: Visit, query = ''): Promise<void> {
  await keepSession(page, await account(visit))
  await page.goto(`/kyc${query}`)
  await page.waitForURL(`${visit.world.identity}/**`)
}

/** Everything that the tab and the browser keep: names, values and cookies. */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]))

/** The names of what a session is made of. */
export const SESSION_NAMES = /"(?:access_token|refresh_access_token|userId|react_app_token)"/
