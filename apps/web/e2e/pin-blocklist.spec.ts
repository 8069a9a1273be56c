import { account } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE } from './support/languages.ts'
import { expectErrorAt, expectNoErrorAt, fieldsOf } from './support/forms.ts'
import { withPinBlocklist } from './support/page-settings.ts'

for (const language of ONE_LANGUAGE) {
  test.describe(`PINs that many choose (${language})`, () => {
    test.use({ language })

    test('PIN-07 AUTH-06 are said to be at the PIN, and what belongs to the number when the number changes', async ({
      page,
      t,
    }) => {
      await withPinBlocklist(page, 'strict')
      await page.goto('/auth/register')
      await expect(page.getByText(t('pin.hintStrict'))).toBeVisible()
      const { number, pin } = fieldsOf(page, t)
      for (const listed of ['1984', '3112', '1212', '2580', '4321']) {
        await pin.fill(listed)
        await expectErrorAt(pin, t('error.invalid_pin'))
        await pin.fill('7409')
        await expectNoErrorAt(pin)
      }
      await number.fill('15112347409')
      await expectErrorAt(pin, t('error.invalid_pin'))
      await number.fill('15112347408')
      await expectNoErrorAt(pin)
    })

    test('PIN-07 RESET-02 are refused for another PIN too', async ({ page, visit, t }) => {
      await page.goto('/auth/register')
      await expect(page.getByText(t('pin.hint'))).toBeVisible()
      await account(visit)
      await withPinBlocklist(page, 'strict')
      await page.goto('/auth/forgot-pin')
      await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
      await page.getByRole('button', { name: t('action.continue') }).click()
      const { pin, repeat } = fieldsOf(page, t)
      const ofNumber = visit.number.slice(-4)
      await pin.fill(ofNumber)
      await repeat.fill(ofNumber)
      await expectErrorAt(pin, t('error.invalid_pin'))
      await expect(page.getByRole('button', { name: t('action.continue') })).toBeDisabled()
    })
  })
}
