import { account } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK } from './support/languages.ts'
import { newNumber, smsTo } from './support/world.ts'

const WORDS = {
  en: { reason: 'Reason', approve: 'Approve', lost: 'lost on the way', again: 'Send again' },
  de: { reason: 'Grund', approve: 'Bestätigen', lost: 'unterwegs verloren', again: 'Noch einmal senden' },
} as const
const FINISHED = { en: 'Your check is finished.', de: 'Deine Prüfung ist abgeschlossen.' } as const

const LOOKS = [
  { language: 'de', colorScheme: 'dark' },
  { language: 'en', colorScheme: 'light' },
] as const

for (const { language, colorScheme } of IS_SOAK ? LOOKS : LOOKS.slice(0, 1)) {
  test.describe(`the review desk (${language}, ${colorScheme})`, () => {
    test.use({ language })

    test('The review desk passes axe, works by keyboard, follows others, and ends in an SMS [A11Y-01 A11Y-02 A11Y-04]', async ({
      page,
      visit,
      browser,
    }) => {
      const words = WORDS[language]
      await page.emulateMedia({ colorScheme })
      const desk = `${visit.world.identity}/desk?lang=${language}`
      const check = await beginCheck(visit, await account(visit))
      await page.goto(desk)
      const context = await browser.newContext()
      await endCheck(visit, check, 'PENDING_MANUAL_REVIEW')
      const code = check.searchParams.get('tc') ?? ''
      const item = page.getByRole('listitem').filter({ hasText: code })
      await expectAccessible(page, 'desk')

      // The typed text stays while the desk changes under it.
      await item.getByLabel(words.reason).focus()
      await page.keyboard.type('The photo')
      const another = { ...visit, request: context.request, number: newNumber() }
      const second = await beginCheck(another, await account(another))
      await endCheck(another, second, 'PENDING_MANUAL_REVIEW')
      await expect(page.getByText(second.searchParams.get('tc') ?? '-')).toBeVisible()
      await page.keyboard.type(' is fine.')
      await expect(item.getByLabel(words.reason)).toHaveValue('The photo is fine.')

      // So does what is pressed: the desk changes between the press and the release of the button.
      await item.getByRole('button', { name: words.approve }).hover()
      await page.mouse.down()
      const third = { ...visit, request: context.request, number: newNumber() }
      const changed = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/desk')
      await endCheck(third, await beginCheck(third, await account(third)), 'PENDING_MANUAL_REVIEW')
      await (await changed).finished()
      const decided = page.waitForEvent('domcontentloaded')
      await page.mouse.up()
      await decided
      await expect
        .poll(async () => (await smsTo(visit.request, visit.world.phone, visit.number)).at(-1))
        .toContain(FINISHED[language])
      await endCheck(another, second, 'USER_PROCESS_EXPIRED', { isLost: true })
      const lost = page.getByRole('listitem').filter({ hasText: second.searchParams.get('tc') ?? '-' })
      await expect(lost).toContainText(words.lost)
      await expectAccessible(page, 'desk with a lost report')
      await lost.getByRole('button', { name: words.again }).focus()
      await page.keyboard.press('Enter')
      await expect(lost).not.toContainText(words.lost)
      await context.close()
    })
  })
}
