import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK } from './support/languages.ts'
import { newNumber, smsTo } from './support/world.ts'

const WORDS = {
  en: {
    name: 'Your name',
    save: 'Save',
    take: 'Take it',
    reason: 'Reason',
    approve: 'Approve',
    busy: 'Anna works on it',
    lost: 'lost on the way',
  },
  de: {
    name: 'Dein Name',
    save: 'Speichern',
    take: 'Übernehmen',
    reason: 'Grund',
    approve: 'Bestätigen',
    busy: 'Anna arbeitet daran',
    lost: 'unterwegs verloren',
  },
} as const
/** Sends the form that has the focus; the page that follows is there, and not only what changed in the one before. */
async function send(page: Page): Promise<void> {
  const next = page.waitForEvent('domcontentloaded')
  await page.keyboard.press('Enter')
  await next
}

const FINISHED = { en: 'Your check is finished.', de: 'Deine Prüfung ist abgeschlossen.' } as const

const LOOKS = [
  { language: 'de', colorScheme: 'dark' },
  { language: 'en', colorScheme: 'light' },
] as const

for (const { language, colorScheme } of IS_SOAK ? LOOKS : LOOKS.slice(0, 1)) {
  test.describe(`the review desk (${language}, ${colorScheme})`, () => {
    test.use({ language })

    test('A11Y-01 A11Y-02 A11Y-04 KYC-15 KYC-27 passes axe, works by keyboard, follows others, and ends in an SMS', async ({
      page,
      visit,
      browser,
    }) => {
      const words = WORDS[language]
      await page.emulateMedia({ colorScheme })
      const desk = `${visit.world.identity}/desk?lang=${language}`
      const check = await beginCheck(visit, await account(visit))
      await page.goto(desk)
      await page.getByLabel(words.name).fill('Anna')
      await send(page)
      // Another reviewer looks at the same desk.
      const ben = await (await browser.newContext()).newPage()
      await ben.goto(desk)

      await endCheck(visit, check, 'PENDING_MANUAL_REVIEW')
      const code = check.searchParams.get('tc') ?? ''
      const item = page.getByRole('listitem').filter({ hasText: code })
      await expectAccessible(page, 'desk')
      await item.getByRole('button', { name: words.take }).focus()
      await send(page)
      await expect(ben.getByRole('listitem').filter({ hasText: code })).toContainText(words.busy)

      // What is typed stays while the desk changes under it.
      await item.getByLabel(words.reason).focus()
      await page.keyboard.type('The photo')
      const another = { ...visit, request: ben.request, number: newNumber() }
      const second = await beginCheck(another, await account(another))
      await endCheck(another, second, 'PENDING_MANUAL_REVIEW')
      await expect(page.getByText(second.searchParams.get('tc') ?? '-')).toBeVisible()
      await page.keyboard.type(' is fine.')
      await expect(item.getByLabel(words.reason)).toHaveValue('The photo is fine.')
      await expectAccessible(page, 'desk with a decision')

      // So does what is pressed: the desk changes between the press and the release of the button.
      await item.getByRole('button', { name: words.approve }).hover()
      await page.mouse.down()
      const third = { ...visit, request: ben.request, number: newNumber() }
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
      await expect(page.getByRole('listitem').filter({ hasText: second.searchParams.get('tc') ?? '-' })).toContainText(
        words.lost,
      )
      await expectAccessible(page, 'desk with a lost report')
      await ben.context().close()
    })
  })
}
