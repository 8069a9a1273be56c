import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')
const REFUSED = '/oidc/auth?client_id=unknown'

test('A request that can’t be continued leads back to the page it came from; in a tab of its own it can be closed [ROUTE-17]', async ({
  page,
  visit,
}) => {
  const { world } = visit
  await page.goto(`${world.provider}/wine`)
  const back = { name: t('complete.backNoProvider') }
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((address) => void window.open(address, '_blank', 'noopener'), `${world.product}${REFUSED}`),
  ])
  await untilAlive(tab)
  await expect(tab.getByText(t('complete.mayClose'))).toBeVisible()
  await expect(tab.getByRole('button', back)).toHaveCount(0)
  await tab.close()

  await page.evaluate((address) => window.location.assign(address), `${world.product}${REFUSED}`)
  await page.waitForURL(`${world.product}/request-problem?problem=client`)
  await page.getByRole('button', back).click()
  await page.waitForURL(`${world.provider}/wine`)
})
