import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ONE_LANGUAGE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { confirmNumber, newestCode, passIdentityCheck, register, type Visit } from '#e2e/support/steps.ts'
import type { Texts } from '#e2e/support/texts.ts'
import { otherThan, smsTo, writtenNumber } from '#e2e/support/world.ts'

const toasts = (page: Page, t: Texts) => page.getByRole('region', { name: t('layout.notifications') })

for (const language of ONE_LANGUAGE) {
  test.describe(`the code from the SMS (${language})`, () => {
    test.use({ language })

    test.beforeEach(async ({ page, visit }) => {
      await page.goto('/auth/register')
      await register(page, visit)
    })

    test('CODE-05 a wrong code is said to be wrong, and the right one still opens the session', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(422)
      const field = page.getByLabel(t('confirmCode.label'))
      await field.fill(otherThan(await newestCode(visit)))
      await expect(page.getByText(t('error.wrong_sms_code'))).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')

      await confirmNumber(page, visit)
      await passIdentityCheck(page, visit)
    })

    test('CODE-01 AUTH-09 a code is taken from the SMS or the clipboard with its spaces and dashes, and sends itself', async ({
      page,
      visit,
      t,
    }) => {
      const code = await newestCode(visit)
      const field = page.getByLabel(t('confirmCode.label'))
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(field).toHaveAttribute('inputmode', 'numeric')
      await field.focus()
      await field.evaluate(
        (input, text) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text', text)
          input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        `${code.slice(0, 2)} ${code.slice(2, 4)}-${code.slice(4)}`,
      )
      await expect(page).not.toHaveURL(/confirm-code/)
    })

    test('CODE-03 CODE-04 CODE-10 a new code waits for the countdown, and a wrong number can be corrected without typing all again', async ({
      page,
      visit,
      t,
    }) => {
      await expect(page.getByText(new RegExp(t('confirmCode.resendIn', { time: '00:[0-5][0-9]' })))).toBeVisible()
      const phone = page.getByRole('link', { name: t('confirmCode.sandboxPhone') })
      await expect(phone).toHaveAttribute('href', visit.world.phone)
      const calls: string[] = []
      page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
      await page.getByRole('button', { name: t('confirmCode.wrongNumber') }).click()
      await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
      await expect(page.getByLabel(t('pin.label'), { exact: true })).not.toHaveValue('')
      expect(await smsTo(visit.request, visit.world.phone, visit.number)).toHaveLength(1)
      expect(calls.filter((url) => url.includes('/2fa/'))).toEqual([])
    })
  })
  test.describe(`an SMS that no gateway has yet (${language})`, () => {
    test.use({ language })

    /** No gateway has the SMS, until the test says what came of it. */
    async function pendingSms(page: Page, visit: Visit) {
      let said: object = { sms: 'pending' }
      await page.route('**/auth/api/2fa/resend', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...((await response.json()) as object), pending: true } })
      })
      await page.route('**/auth/api/2fa/delivery/*', (route) =>
        route.fulfill({ json: { resend_after: 0, restart: false, ...said } }),
      )
      await page.goto('/auth/register')
      await register(page, visit)
      return { say: (now: object) => void (said = now) }
    }

    test('SMS-18 CODE-03 one that is given up is reported at the next poll, with its number, and another one can be requested', async ({
      page,
      visit,
      t,
    }) => {
      const gateway = await pendingSms(page, visit)
      const again = page.getByRole('button', { name: t('confirmCode.resend') })
      await expect(page.getByLabel(t('confirmCode.label'))).toBeVisible()
      const phone = writtenNumber(visit.number)
      gateway.say({ sms: 'given_up' })
      await expect(toasts(page, t).getByText(t('confirmCode.givenUp', { phone }))).toBeVisible()
      const sent = { pinId: 'sms_AAAAAAAAAAAAAAAAAAAAAA', form: 'digits', sent: true, resend_after: 60 }
      await page.route('**/auth/api/2fa/resend', (route) => route.fulfill({ json: sent }))
      await again.click()
      await expect(page.getByText(t('confirmCode.resentIn', { time: '' }))).toBeVisible()
      await expect(toasts(page, t).getByText(t('confirmCode.resent'))).toHaveCount(0)
      await expect(toasts(page, t).getByText(t('confirmCode.givenUp', { phone }))).toBeHidden()
      await expect(again).toBeHidden()
    })

    test(
      'SMS-18 where its sign-in has ended with it, the visitor is back at the form with the number',
      SOAK_ONLY,
      async ({ page, visit, t }) => {
        const gateway = await pendingSms(page, visit)
        gateway.say({ sms: 'given_up', restart: true })
        const phone = writtenNumber(visit.number)
        await expect(toasts(page, t).getByText(t('error.cannot_send_sms', { phone }))).toBeVisible()
        await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
      },
    )
  })
}
