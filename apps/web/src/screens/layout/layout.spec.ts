import { expect, test } from '#e2e/support/fixtures.ts'
import { account, keepSession } from '#e2e/support/account.ts'
import { ALSO_ON_PHONE } from '#e2e/support/languages.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')
const german = textsOf('de')

test(
  'GEN-04 GEN-05 GEN-09 GEN-10 every page has the header, a main area of 1000 px at most and the footer at the end of the window',
  ALSO_ON_PHONE,
  async ({ page, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 1600, height: 1300 })
    await page.goto('/auth/prompt')
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toBeVisible()
    await expect(page).toHaveTitle(`${t('prompt.title')} – Avouch`)
    const window = page.viewportSize() ?? { width: 0, height: 0 }
    const main = await page.getByRole('main').boundingBox()
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect(main?.width).toBe(isMobile ? window.width - 40 : 1000)
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeGreaterThanOrEqual(window.height - 1)

    await page.getByRole('link', { name: t('layout.home') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
    await expect(page).toHaveTitle(`${t('landing.title')} – Avouch`)
    await expect(page).toHaveURL(/\/\?mobile=false$/)
  },
)

test(
  'GEN-07 GEN-08 LANG-05 the switch shows flags, or EN and DE alone on a phone, and the footer leads to pages of the language',
  ALSO_ON_PHONE,
  async ({ page, isMobile }) => {
    await page.goto('/auth/prompt')
    const english = page.getByRole('button', { name: 'EN – English' })
    await expect(english).toHaveText('EN')
    await expect(english.locator('svg')).toBeVisible({ visible: !isMobile })

    const links = page.getByRole('contentinfo').getByRole('link')
    const targets = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    const before = await targets()
    await page.getByRole('button', { name: 'DE – Deutsch' }).click()
    await expect(links).toHaveText([
      german('layout.imprint'),
      german('layout.privacy'),
      german('layout.terms'),
      german('layout.faq'),
      german('layout.accessibility'),
    ])
    const after = await targets()
    expect(before).toHaveLength(5)
    for (const [i, target] of after.entries()) expect(target).not.toBe(before[i])
    await expect(page.getByRole('button', { name: 'DE – Deutsch' }).locator('svg')).toBeVisible({
      visible: !isMobile,
    })
  },
)

test('LANG-04 LANG-06 the address chooses the language until the visitor does', async ({ page }) => {
  await page.goto('/auth/prompt?lng=de&mobile=true')
  await expect(page.getByRole('heading', { level: 1, name: german('prompt.heading') })).toBeVisible()
  await page.getByRole('button', { name: 'EN – English' }).click()
  await expect(page).toHaveURL(/\/auth\/prompt\?mobile=true$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: t('prompt.heading') })).toBeVisible()
})

test(
  'GEN-15 a step bar names the steps of a sign-in, and which is the current one',
  ALSO_ON_PHONE,
  async ({ page, visit }) => {
    const steps = page.getByRole('list', { name: t('step.label') }).getByRole('listitem')
    await page.goto('/')
    await expect(steps).toHaveCount(0)
    await page.goto('/auth/register')
    await expect(steps).toHaveText([t('step.number'), t('step.code'), t('step.document'), t('step.done')])
    await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
    await page.goto('/kyc-result/denied')
    await expect(page.getByRole('heading', { level: 1, name: t('signedOut.denied') })).toBeVisible()
    await expect(steps.nth(0)).not.toContainText(t('step.isDone'))
    await keepSession(page, await account(visit))
    await page.goto('/kyc-result/denied')
    await expect(steps.nth(0)).toContainText(t('step.isDone'))
    await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  },
)
