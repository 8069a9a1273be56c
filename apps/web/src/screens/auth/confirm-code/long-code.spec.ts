import { type CodeSent, prelogin, resendCode, token, type TokenAnswer, verifyCode } from '@avouch/contract'
import type { Locator, Page, Route } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { expectErrorAt, expectNoErrorAt } from '#e2e/support/forms.ts'
import { EVERY_LANGUAGE, ONE_LANGUAGE } from '#e2e/support/languages.ts'
import { answerWith, problemOf } from '#e2e/support/problems.ts'
import { fillLogIn, logIn, newestCode, type Visit, startCheck } from '#e2e/support/steps.ts'
import { accountWithoutDigits } from '#e2e/support/used-up-codes.ts'

const at = (path: string) => `**${path}`
const PIN_ID = 'sms_AAAAAAAAAAAAAAAAAAAAAA'
const SMS = {
  en: 'K7QM-2X9P-4TRW is your Avouch code. Never share it.',
  de: 'K7QM-2X9P-4TRW ist dein Avouch-Code. Gib ihn niemandem weiter.',
}

const codeSent = (part: Partial<CodeSent>): CodeSent => ({
  pinId: PIN_ID,
  resend_after: 60,
  form: 'digits',
  sent: true,
  ...part,
})

/** A log-in whose code is as said: no SMS goes out. */
async function toTheCode(page: Page, visit: Visit, part: Partial<CodeSent>): Promise<Locator> {
  const session: TokenAnswer = {
    access_token: 'only-for-the-code',
    token_type: 'Bearer',
    expires_in: 600,
    refresh_token: 'none',
    user_id: 'none',
  }
  await answerWith(page, at(prelogin.path), { json: codeSent(part) })
  await answerWith(page, at(token.path), { json: session })
  await page.goto('/auth/login')
  await logIn(page, visit)
  return page.getByLabel(visit.t('confirmCode.label'))
}

/** Every code is wrong. @returns what was sent */
async function refuseCodes(page: Page): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route(at(verifyCode.path), async (route: Route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill(problemOf('wrong_sms_code'))
  })
  return sent
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.selectText()
  await page.keyboard.press('ControlOrMeta+V')
}

for (const language of EVERY_LANGUAGE)
  test.describe(`a long code (${language})`, () => {
    test.use({ language })

    test('LONG-01 LONG-02 AUTH-09 A11Y-02 has one field and its reason, and is taken as it is typed and from its SMS', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(422)
      const field = await toTheCode(page, visit, { form: 'long' })
      const sent = await refuseCodes(page)
      await expect(page.getByText(t('confirmCode.longWhy'))).toBeVisible()
      await expect(page.getByText(t('confirmCode.hint'))).toHaveCount(0)
      await expect(field).toBeFocused()
      for (const [name, value] of [
        ['inputmode', 'text'],
        ['autocomplete', 'one-time-code'],
        ['autocapitalize', 'characters'],
        ['spellcheck', 'false'],
      ] as const)
        await expect(field).toHaveAttribute(name, value)
      await expectAccessible(page, 'confirm code, a long one')

      const confirm = page.getByRole('button', { name: t('action.confirm') })
      await page.keyboard.type('k7qm2x9p4tr')
      await expectNoErrorAt(field)
      await field.blur()
      await expectErrorAt(field, t('error.code_length'))
      await expect(confirm).toBeDisabled()
      await field.focus()
      await page.keyboard.press('End')
      await page.keyboard.type('w')
      await expect(field).toHaveValue('K7QM-2X9P-4TRW')
      await expectNoErrorAt(field)
      expect(sent).toEqual([])
      await confirm.click()
      await expectErrorAt(field, t('error.wrong_sms_code'))

      await paste(page, field, `${SMS[language]}\n\n@avouch.example #K7QM-2X9P-4TRW`)
      await expect(field).toHaveValue('K7QM-2X9P-4TRW')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => sent)
        .toEqual(Array.from({ length: 2 }, () => ({ pinId: PIN_ID, code: 'K7QM-2X9P-4TRW' })))
    })

    test('LONG-03 where no SMS went out, the page names the one that is on the phone', async ({ page, visit, t }) => {
      await toTheCode(page, visit, { sent: false, resend_after: 0 })
      const phone = ['+49', visit.number.slice(0, 3), '•••', visit.number.slice(-3)].join('\u00a0')
      const sentBefore = t('confirmCode.sentBefore', { phone })
      await expect(page.getByText(sentBefore)).toBeVisible()
      await expect(page.getByText(t('confirmCode.sentTo', { phone }))).toHaveCount(0)

      await answerWith(page, at(resendCode.path), { json: codeSent({ sent: false }) })
      await page.getByRole('button', { name: t('confirmCode.resend') }).click()
      const toasts = page.getByRole('region', { name: t('layout.notifications') })
      await expect(toasts.getByText(t('confirmCode.notResent'))).toBeVisible()
      await expect(toasts.getByText(sentBefore)).toBeVisible()
    })

    test('LONG-03 SMS-18 where that SMS has not gone out yet, the page says that it is on its way', async ({
      page,
      visit,
      t,
    }) => {
      const delivery = { sms: 'pending', resend_after: 60, restart: false }
      await answerWith(page, '**/auth/api/2fa/delivery/*', { json: delivery })
      await toTheCode(page, visit, { sent: false, pending: true })
      const phone = ['+49', visit.number.slice(0, 3), '•••', visit.number.slice(-3)].join('\u00a0')
      await expect(page.getByText(t('confirmCode.onItsWay', { phone }))).toBeVisible()
      await expect(page.getByText(t('confirmCode.sentBefore', { phone }))).toHaveCount(0)
    })
  })

for (const language of ONE_LANGUAGE)
  test.describe(`a code of either form (${language})`, () => {
    test.use({ language })

    test('CODE-01 six digits are taken with their space, and from their SMS', async ({
      page,
      visit,
      expectRefusals,
    }) => {
      expectRefusals(422)
      const field = await toTheCode(page, visit, {})
      const sent = await refuseCodes(page)
      for (const text of ['407 119', '281604 is your Avouch code. Never share it.\n\n@avouch.example #281604'])
        await paste(page, field, text)
      await expect.poll(() => sent).toMatchObject([{ code: '407119' }, { code: '281604' }])
    })

    test('LONG-01 the page follows a resend whose code has the other form', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(422)
      const field = await toTheCode(page, visit, { resend_after: 0 })
      const sent = await refuseCodes(page)
      const pinId = 'sms_BBBBBBBBBBBBBBBBBBBBBB'
      await answerWith(page, at(resendCode.path), { json: codeSent({ pinId, form: 'long' }) })
      await page.getByRole('button', { name: t('confirmCode.resend') }).click()
      await expect(page.getByText(t('confirmCode.longWhy'))).toBeVisible()
      await expect(field).toBeFocused()
      await page.keyboard.type('K7QM 2X9P 4TRW')
      await page.keyboard.press('Enter')
      await expect.poll(() => sent).toEqual([{ pinId, code: 'K7QM-2X9P-4TRW' }])
    })

    test('LONG-01 LONG-02 where the digits of a number are used up, a long code logs its holder in', async ({
      browser,
      page,
      visit,
      t,
    }) => {
      test.slow()
      await accountWithoutDigits(browser, visit)
      await page.goto('/auth/login')
      await fillLogIn(page, visit)
      await expect(page.getByText(t('confirmCode.longWhy'))).toBeVisible()
      await page.getByLabel(t('confirmCode.label')).fill((await newestCode(visit)).toLowerCase())
      await page.getByRole('button', { name: t('action.confirm') }).click()
      await startCheck(page, visit)
    })
  })
