import { validatePhone } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { keptIn } from '#e2e/support/account.ts'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { askedOn } from '#e2e/support/consent.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { expectErrorAt, fieldsOf as formFields, inGroups } from '#e2e/support/forms.ts'
import { press, tabTo } from '#e2e/support/keyboard.ts'
import { ONE_LANGUAGE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { fillLogIn, GOOD_PIN } from '#e2e/support/steps.ts'
import type { Texts } from '#e2e/support/texts.ts'
import { hitsFrom } from '#e2e/support/tracker.ts'
import { withSetting } from '#e2e/support/page-settings.ts'
import { accountWithoutCodes, newestSecret } from '#e2e/support/used-up-codes.ts'
import { smsTo } from '#e2e/support/world.ts'

const NEW_PIN = '7319'
const UNKNOWN_SECRET = '7k2m9q4x1tz8w0re'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const fieldsOf = (page: Page, t: Texts) => ({
  ...formFields(page, t),
  pin: page.getByLabel(t('wayBack.pin'), { exact: true }),
  secret: page.getByLabel(t('wayBack.secret'), { exact: true }),
  submit: page.getByRole('button', { name: t('wayBack.submit') }),
})

/** Everything but the secret. */
async function fillRest(page: Page, t: Texts, number: string, pin: string): Promise<void> {
  const fields = fieldsOf(page, t)
  await fields.number.fill(number)
  await fields.pin.fill(pin)
  await fields.repeat.fill(pin)
}

for (const language of ONE_LANGUAGE) {
  test.describe(`the way back into an account whose codes strangers used up (${language})`, () => {
    test.use({ language })

    test('WAY-01 WAY-02 WAY-03 WAY-06 RESET-03 CODE-03 CODE-04 the log-in sends a link, which is opened on the phone and sets a new PIN', async ({
      browser,
      page,
      visit,
      t,
    }) => {
      test.slow()
      await accountWithoutCodes(browser, visit)
      await page.goto('/auth/login')
      await fillLogIn(page, visit)
      await expect(heading(page, t('confirmLink.title'))).toBeVisible()
      await expect(page.getByLabel(t('confirmCode.label'))).toHaveCount(0)
      await expect(page.getByText(new RegExp(t('confirmLink.resendIn', { time: '00:[0-5][0-9]' })))).toBeVisible()
      const requestedAt = t('confirmLink.requestedAt', { time: '' }).trim()
      await expect(page.getByText(new RegExp(`^${requestedAt} [0-2]?[0-9]:[0-5][0-9]`))).toBeVisible()
      await expect(page.getByRole('button', { name: t('confirmCode.wrongNumber') })).toBeVisible()
      await expectAccessible(page, 'confirm code, a link')

      const secret = await newestSecret(visit)
      const phone = await page.context().newPage()
      await phone.goto(`${visit.world.phone}/?number=49${visit.number}`)
      const [calls, seen]: [string[], string[]] = [[], []]
      page.context().on('request', (request) => {
        const { origin, pathname, search } = new URL(request.url())
        // The form may look at its number until it is left; how early depends on the machine.
        if (request.method() !== 'GET' && pathname !== validatePhone.path) calls.push(pathname)
        seen.push(origin, pathname, search, request.headers()['referer'] ?? '')
      })
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        phone.getByRole('link', { name: `${visit.world.product}/w#${secret}`, exact: true }).click(),
      ])
      await expect(heading(tab, t('wayBack.title'))).toBeVisible()
      await expect(tab.getByText(t('wayBack.lede'))).toBeVisible()
      await expect(tab).toHaveURL(/\/w\?[^#]*$/)
      await expect(fieldsOf(tab, t).secret).toHaveCount(0)
      expect(await keptIn(tab)).not.toContain(secret)
      expect(await tab.evaluate(() => JSON.stringify(history.state))).not.toContain(secret)
      await expectAccessible(tab, 'way back')
      expect(calls).toEqual([])
      expect(seen.join()).not.toContain(secret)

      await fillRest(tab, t, visit.number, NEW_PIN)
      await fieldsOf(tab, t).submit.click()
      await expect(heading(tab, t('pinChanged.title'))).toBeVisible()
      expect(calls).toEqual(['/auth/public/app/recover/link', '/auth/public/app/changepin'])
      await tab.getByRole('button', { name: t('action.login') }).click()
      await fillLogIn(tab, visit, NEW_PIN)
      await expect(heading(tab, t('confirmCode.title'))).toBeVisible()
    })

    test(
      'WAY-04 WAY-05 A11Y-02 without the link its end is typed; what is refused is said at its field, and stays',
      SOAK_ONLY,
      async ({ browser, page, visit, t, expectRefusals }) => {
        test.slow()
        expectRefusals(400, 422)
        await accountWithoutCodes(browser, visit)
        await page.goto('/auth/login')
        await fillLogIn(page, visit)
        await press(page, page.getByRole('link', { name: t('confirmLink.type') }))
        await expect(heading(page, t('wayBack.title'))).toBeFocused()
        const fields = fieldsOf(page, t)
        await expect(fields.number).toHaveValue(inGroups(visit.number))
        await expect(fields.pin).toHaveValue('')

        await tabTo(page, fields.secret)
        await page.keyboard.type(UNKNOWN_SECRET.slice(1))
        await tabTo(page, fields.pin)
        await expectErrorAt(fields.secret, t('error.link_length'))
        await page.keyboard.type(GOOD_PIN)
        await tabTo(page, fields.repeat)
        await page.keyboard.type(GOOD_PIN)
        await expect(fields.submit).toBeDisabled()
        await fields.secret.fill(UNKNOWN_SECRET)
        await press(page, fields.submit)
        await expectErrorAt(fields.secret, t('error.dead_link'))
        await expect(fields.secret).toBeFocused()
        await expect(fields.secret).toHaveValue(UNKNOWN_SECRET)
        await expect(fields.number).toHaveValue(inGroups(visit.number))
        await expect(fields.pin).toHaveValue(GOOD_PIN)
        await expect(fields.repeat).toHaveValue(GOOD_PIN)
        await expectAccessible(page, 'way back, a dead link')

        const secret = await newestSecret(visit)
        const typed = secret.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'L')
        await fields.secret.fill(` ${typed.slice(0, 4)} ${typed.slice(4, 8)}-${typed.slice(8)}`)
        await press(page, fields.submit)
        await expectErrorAt(fields.pin, t('error.same_pin'))
        await fillRest(page, t, visit.number, NEW_PIN)
        await press(page, fields.submit)
        await expect(heading(page, t('pinChanged.title'))).toBeVisible()
        expect(
          (await smsTo(visit.request, visit.world.phone, visit.number)).filter((sms) => sms.includes('/w#')),
        ).toHaveLength(1)
      },
    )

    test(
      'WAY-04 WAY-06 CODE-17 with LINK_IN_SMS=off the log-in asks for the 16 characters alone, in every browser',
      SOAK_ONLY,
      async ({ browser, page, visit, t }) => {
        test.slow()
        await withSetting(page, 'linkInSms', false)
        await accountWithoutCodes(browser, visit)
        await page.goto('/auth/login')
        await fillLogIn(page, visit)
        await expect(heading(page, t('confirmLink.charactersTitle'))).toBeVisible()
        await expect(page.getByText(t('confirmLink.characters'))).toBeVisible()
        await expect(page.getByText(t('confirmLink.open'))).toHaveCount(0)
        await expect(page.getByText(t('confirmLink.otherDevice'))).toHaveCount(0)
        await expectAccessible(page, 'confirm code, 16 characters')
        await press(page, page.getByRole('link', { name: t('confirmLink.type') }))
        await expect(page.getByText(t('wayBack.charactersHint'))).toBeVisible()
        await fieldsOf(page, t).secret.fill(await newestSecret(visit))
        await fillRest(page, t, visit.number, NEW_PIN)
        await press(page, fieldsOf(page, t).submit)
        await expect(heading(page, t('pinChanged.title'))).toBeVisible()
      },
    )

    test('WAY-02 WAY-05 the secret of a link that is over is shown, another link may follow in the same tab, and the skip link is no secret', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(422)
      await page.goto(`/w#${UNKNOWN_SECRET}`)
      const fields = fieldsOf(page, t)
      await expect(fields.secret).toHaveCount(0)
      await fillRest(page, t, visit.number, NEW_PIN)
      await fields.submit.click()
      await expectErrorAt(fields.secret, t('error.dead_link'))
      await expect(fields.secret).toHaveValue(UNKNOWN_SECRET)
      await expect(fields.pin).toHaveValue(NEW_PIN)

      await page.evaluate((secret) => void (location.hash = secret), UNKNOWN_SECRET.toUpperCase())
      await expect(fields.secret).toHaveCount(0)
      await expect(page).toHaveURL(/\/w\?[^#]*$/)
      await expect(fields.pin).toHaveValue(NEW_PIN)
      const sent = page.waitForRequest('**/recover/link')
      await fields.submit.click()
      expect((await sent).postDataJSON()).toMatchObject({ secret: UNKNOWN_SECRET.toUpperCase() })
      await expect(fields.secret).toBeVisible()

      await page.reload()
      await expect(fields.secret).toHaveValue('')
      await untilAlive(page)
      await page.evaluate(() => void (location.hash = 'content'))
      await expect(page).toHaveURL(/#content$/)
      await expect(fields.secret).toHaveValue('')
    })

    test.describe('counted', () => {
      test.use({ consent: 'unasked' })

      test('WAY-02 ANALYTICS-03 no hit of the tracker has the secret or the number', async ({
        page,
        visit,
        t,
        request,
        extraHTTPHeaders,
        expectRefusals,
      }) => {
        expectRefusals(422)
        const hits = () => hitsFrom(request, visit.world, extraHTTPHeaders?.['x-forwarded-for'] ?? '')
        await page.goto(`/w#${UNKNOWN_SECRET}`)
        await askedOn(page, language).inBanner.accept.click()
        await expect.poll(async () => JSON.stringify(await hits())).toContain('/w"')
        await fillRest(page, t, visit.number, NEW_PIN)
        await fieldsOf(page, t).submit.click()
        await expectErrorAt(fieldsOf(page, t).secret, t('error.dead_link'))
        const all = JSON.stringify(await hits())
        for (const secret of [UNKNOWN_SECRET, visit.number]) expect(all).not.toContain(secret)
      })
    })
  })
}
