import { expect, test } from 'vitest'
import { expectPage } from '#test/forms.ts'
import { openRegisteredCode } from '#test/sign-in.ts'

test('A number whose owner was under age opens no new account: the page says so to readers and to screen readers [AGE-02 AGE-05]', async () => {
  const { user, t, screen, field } = await openRegisteredCode({ answers: { verifyCode: 'under_age_18' } })
  await user.type(field(), '123456')
  await expectPage(t('underage.title'))
  screen.getByText(t('underage.text'), { exact: false })
  await expect
    .poll(() => document.querySelector('[aria-live=assertive]')?.textContent)
    .toContain('You must be at least 18.')
})
