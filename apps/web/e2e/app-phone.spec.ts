import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import {
  accountInApp,
  APP,
  confirmInApp,
  newPhone,
  passCheckBeside,
  paste,
  pick,
  registerInApp,
} from './support/phone-app.ts'
import { scan } from './support/qr.ts'
import { askAtTheCinema, expectUnlocked, GOOD_PIN, newestCode, type Visit } from './support/steps.ts'
import { accountWithoutDigits } from './support/used-up-codes.ts'

/** At the desktop: the code that waits for the app, and its number. */
async function shownCode(cinema: Page, visit: Visit): Promise<{ tab: Page; url: string; number: number }> {
  const tab = await askAtTheCinema(cinema, visit)
  await tab.getByRole('link', { name: visit.t('landing.app') }).click()
  const code = tab.getByRole('img', { name: visit.t('app.qr') })
  await expect(code).toBeVisible()
  const number = Number(await tab.getByText(/^[1-9][0-9]$/).textContent())
  return { tab, url: (await scan(code.locator('..'))) ?? '', number }
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })
    const a = APP[language]

    test(
      'While the digits of a number are used up the app takes a long code [APP-11 LONG-02]',
      SOAK_ONLY,
      async ({ browser, visit }) => {
        test.slow()
        await accountWithoutDigits(browser, visit)
        const context = await newPhone(browser, visit)
        const phone = await context.newPage()
        await phone.goto(`${visit.world.phone}/app/login`)
        await phone.getByLabel(a.national).fill(visit.number)
        await phone.getByLabel(a.pin, { exact: true }).fill(GOOD_PIN)
        await phone.getByRole('button', { name: a.logIn }).click()
        await phone.getByLabel(a.code).fill((await newestCode(visit)).toLowerCase())
        await expectAccessible(phone, 'a long code in the app')
        await phone.getByRole('button', { name: a.confirm, exact: true }).click()
        await expect(phone.getByRole('link', { name: a.scan })).toBeVisible()
        await context.close()
      },
    )

    test(
      'A new visitor scans, compares, is checked and confirms; the cinema hears of it [GEN-02 APP-11 APP-12]',
      SOAK_ONLY,
      async ({ page, browser, visit }) => {
        const { tab, url, number } = await shownCode(page, visit)
        const context = await newPhone(browser, visit)
        const phone = await context.newPage()
        // The app is the sandbox's, and no product: one of its pages is read as the others.
        const look = async (name: string) => {
          if (IS_SOAK || name === 'compare') await expectAccessible(phone, name)
        }
        await registerInApp(phone, visit)
        await look('home')
        await phone.getByRole('link', { name: a.scan }).click()
        await look('scan')
        await paste(phone, visit, 'https://evil.example/a/AAAAAAAAAAAAAAAAAAAAAA')
        await expect(phone.getByText(a.badLink)).toBeVisible()
        await paste(phone, visit, url)
        await expect(title(phone, a.compare)).toBeVisible()
        await look('compare')
        await pick(phone, visit, number)
        await passCheckBeside(phone, visit)
        await confirmInApp(phone, visit)
        await expect(title(phone, a.done)).toBeVisible()
        await look('done')
        await expect(tab.getByText(visit.t('complete.passedOn'))).toBeVisible()
        await expectUnlocked(page, visit)
        await context.close()
      },
    )
  })

test('An app that was closed midway goes on where it was [APP-14]', SOAK_ONLY, async ({ page, browser, visit }) => {
  const a = APP[visit.language]
  const { tab, url, number } = await shownCode(page, visit)
  const context = await newPhone(browser, visit)
  const before = await context.newPage()
  // Scanned by the phone's own camera, before anybody logged in.
  await before.goto(`${visit.world.phone}/app?link=${encodeURIComponent(url)}`)
  await registerInApp(before, visit)
  await expect(title(before, a.compare)).toBeVisible()
  await before.close()

  const after = await context.newPage()
  await after.goto(`${visit.world.phone}/app`)
  await after.getByRole('link', { name: a.waits }).click()
  await pick(after, visit, number)
  await passCheckBeside(after, visit)
  await after.close()

  const last = await context.newPage()
  await last.goto(`${visit.world.phone}/app`)
  await last.getByRole('link', { name: a.waits }).click()
  await confirmInApp(last, visit)
  await expect(tab.getByText(visit.t('complete.passedOn'))).toBeVisible()
  await expectUnlocked(page, visit)
  await context.close()
})

test(
  'On the phone itself there is no number, and the app leads back to the cinema [GEN-02 APP-13]',
  SOAK_ONLY,
  async ({ browser, visit }) => {
    const context = await newPhone(browser, visit)
    const phone = await context.newPage()
    await accountInApp(context, visit)
    await askAtTheCinema(phone, { ...visit, isMobile: true })
    await phone.getByRole('link', { name: visit.t('landing.app') }).click()
    await phone.waitForURL(`${visit.world.phone}/app/request`)
    await passCheckBeside(phone, visit)
    await confirmInApp(phone, visit)
    await phone.waitForURL(`${visit.world.provider}/**`)
    await expectUnlocked(phone, visit)
    await context.close()
  },
)

for (const way of ['camera', 'screen'] as const)
  test(`The app reads the code off a picture: ${way} [APP-12]`, SOAK_ONLY, async ({ page, browser, visit, t }) => {
    const a = APP[visit.language]
    const { tab } = await shownCode(page, visit)
    const picture = await tab
      .getByRole('img', { name: t('app.qr') })
      .locator('..')
      .screenshot()
    const context = await newPhone(browser, visit)
    // Shows the camera, or the window of the desktop.
    await context.addInitScript((base64) => {
      const show = async () => {
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.codePointAt(0) ?? 0)
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width: image.width, height: image.height })
        setInterval(() => canvas.getContext('2d')?.drawImage(image, 0, 0), 50)
        return canvas.captureStream(20)
      }
      Object.assign(navigator.mediaDevices, { getUserMedia: show, getDisplayMedia: show })
    }, picture.toString('base64'))
    const phone = await context.newPage()
    await accountInApp(context, visit)
    await phone.goto(`${visit.world.phone}/app/scan`)
    await phone.getByRole('button', { name: a[way] }).click()
    await expect(title(phone, a.compare)).toBeVisible()
    await context.close()
  })
