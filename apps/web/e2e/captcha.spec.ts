import { signup } from '@avouch/contract'
import { captchaAnswer } from './support/captcha.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { confirmNumber, fillRegistration, GOOD_PIN, register, type Visit } from './support/steps.ts'
import { newNumber } from './support/world.ts'

/** Signs another number up with an answer, past the page. */
async function signUpWith({ request, world, language }: Visit, recaptchaResponse: string): Promise<unknown> {
  const phone = `49${newNumber()}`
  const data = { phone, password: GOOD_PIN, language, data_collection_consent: false, recaptchaResponse }
  const answer = await request.post(world.product + signup.path, { data })
  return answer.status() === 201 ? 201 : ((await answer.json()) as { code: string }).code
}

type Sent = { recaptchaResponse: string }

test('CAPTCHA-01 CAPTCHA-05 the work is done unseen before the form is sent, and its answer is good once', async ({
  page,
  visit,
  t,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(visit.world.product).origin) elsewhere.push(request.url())
  })
  await page.goto('/auth/register')
  const begun = page.waitForEvent('worker')
  await page.getByLabel(t('phone.number'), { exact: true }).pressSequentially('1')
  await Promise.all([begun.then((worker) => worker.waitForEvent('close')), fillRegistration(page, visit)])

  const sending = page.waitForRequest(`**${signup.path}`)
  await page.getByRole('button', { name: t('register.submit') }).click()
  const { recaptchaResponse } = (await sending).postDataJSON() as Sent
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
  expect(elsewhere).toEqual([])
  await confirmNumber(page, visit)

  expect(recaptchaResponse).not.toBe('')
  expect(await signUpWith(visit, recaptchaResponse)).toBe('captcha_failed')
})

test('CAPTCHA-05 an answer that is not taken is replaced once', async ({ page, visit, expectRefusals }) => {
  expectRefusals(400)
  const answers: string[] = []
  await page.route(`**${signup.path}`, async (route) => {
    const body = route.request().postDataJSON() as Sent
    answers.push(body.recaptchaResponse)
    await route.continue(answers.length === 1 ? { postData: { ...body, recaptchaResponse: 'e30=' } } : {})
  })
  await page.goto('/auth/register')
  await register(page, visit)
  expect(new Set(answers).size).toBe(2)
})

test('CAPTCHA-05 ERR-01 what fails twice is said', SOAK_ONLY, async ({ page, visit, t, expectRefusals }) => {
  expectRefusals(400)
  let asked = 0
  await page.route(`**${signup.path}`, async (route) => {
    asked += 1
    const body = route.request().postDataJSON() as Sent
    await route.continue({ postData: { ...body, recaptchaResponse: 'e30=' } })
  })
  await page.goto('/auth/register')
  await fillRegistration(page, visit)
  await page.getByRole('button', { name: t('register.submit') }).click()
  await expect(page.getByText(t('error.captcha_failed'), { exact: true })).toBeVisible()
  expect(asked).toBe(2)
})

test('CAPTCHA-02 CAPTCHA-03 on the wire nothing goes on without an answer, nor with a forged or a used one', async ({
  visit,
}) => {
  const answer = await captchaAnswer(visit.request, visit.world, 'signup')
  const { challenge, solution } = JSON.parse(atob(answer)) as {
    challenge: { parameters: object; signature: string }
    solution: { counter: number; derivedKey: string }
  }
  const forged = { challenge: { ...challenge, signature: '0'.repeat(64) }, solution }
  const unsolved = { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } }
  for (const refused of ['', btoa(JSON.stringify(forged)), btoa(JSON.stringify(unsolved))])
    expect(await signUpWith(visit, refused)).toBe('captcha_failed')
  expect(await signUpWith(visit, answer)).toBe(201)
  expect(await signUpWith(visit, answer)).toBe('captcha_failed')
})
