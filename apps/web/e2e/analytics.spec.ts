import { requestForAge } from './support/age-request.ts'
import { builtPart } from './support/built.ts'
import { askedOn, keptConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import {
  complete,
  confirmNumber,
  fillRegistration,
  fromLandingToRegister,
  GOOD_PIN,
  passIdentityCheck,
} from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')

test.use({ consent: 'unasked' })

type Hit = { fields: Readonly<Record<string, string>>; address: string; cookies: string; referrer: string }

/** Hits of one moment go their ways beside each other: none has to arrive before another. */
const inAnyOrder = (said: readonly string[]): string[] => said.toSorted()

/** An event by its name, a page by its address. */
const saidBy = ({ fields }: Hit): string => fields['e_a'] ?? new URL(fields['url'] ?? '').pathname

test('A visitor who agrees is counted by screens and events alone, by a script that reads nothing of the page, until consent is withdrawn [CONSENT-05 ANALYTICS-02 ANALYTICS-05]', async ({
  page,
  visit,
  request,
  extraHTTPHeaders,
}) => {
  const told = async () => {
    const { hits } = (await (await request.get(`${visit.world.phone}/tracker/api/hits`)).json()) as { hits: Hit[] }
    return hits.filter(({ address }) => address === extraHTTPHeaders?.['x-forwarded-for'])
  }
  const said = async () => inAnyOrder((await told()).map(saidBy))
  const mintid = await requestForAge(visit, { return: 'new_tab' })
  await page.goto(`/?mintid=${mintid}`)
  const { inBanner, inDialog, dialog } = askedOn(page, 'en')
  await expect(inBanner.accept).toBeVisible()
  expect(await told()).toEqual([])
  expect(page.frames()).toHaveLength(1)
  await inBanner.accept.click()
  // The question is about counting: nothing else is allowed with it.
  await expect.poll(() => keptConsent(page)).toMatchObject({ categories: ['necessary', 'analytics'] })
  await expect.poll(said).toEqual(inAnyOrder(['/', 'Access web solution']))
  const frame = page.frames()[1]
  expect(await frame?.evaluate(() => [window.origin, document.cookie])).toEqual(['null', ''])
  for (const forbidden of ['parent.document', 'localStorage', 'sessionStorage'])
    expect(await frame?.evaluate(`try { ${forbidden}; 'read' } catch { 'refused' }`)).toBe('refused')

  await fromLandingToRegister(page, visit)
  await fillRegistration(page, visit)
  await page.getByRole('button', { name: t('register.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
  // A page view that is sent while its page is left is lost with it: this page is left after it was sent.
  await page.route('**/api/idcheck/init?*', async (route) => {
    if (new URL(page.url()).pathname === '/kyc') await expect.poll(said).toContain('/kyc')
    await route.continue()
  })
  await confirmNumber(page, visit)
  await passIdentityCheck(page, visit)
  await complete(page, visit)
  await expect(page.getByText(t('complete.passedOn'))).toBeVisible()
  const expected = [
    ['/', 'Access web solution', 'Landing page - Select web'],
    ['/auth/prompt', '/auth/register', 'Register', 'Register successfully', '/auth/confirm-code'],
    ['/check', '/kyc', 'Kyc initialization', '/kyc-check-result', 'Kyc Verification - Completed'],
    ['/kyc-result/approved', 'Confirm verification', '/complete-process'],
  ].flat()
  await expect.poll(said).toEqual(inAnyOrder(expected))

  const hits = await told()
  const all = JSON.stringify(hits)
  for (const secret of [mintid, visit.number, visit.number.slice(1), GOOD_PIN, 'mintid'])
    expect(all).not.toContain(secret)
  for (const { fields, cookies, referrer } of hits) {
    expect(fields).toMatchObject({ idsite: '6', urlref: '', cookie: '0' })
    expect(new URL(fields['url'] ?? '').search).toBe('')
    expect(fields['e_c'] ?? 'Web solution').toBe('Web solution')
    expect({ cookies, referrer }).toEqual({ cookies: '', referrer: '' })
  }

  await page.context().addCookies([{ name: '_pk_id.6.1fff', value: 'left', url: visit.world.product }])
  await page.getByRole('button', { name: t('layout.cookies') }).click()
  const outside: string[] = []
  page.on('request', (asked) => {
    if (new URL(asked.url()).origin !== visit.world.product) outside.push(asked.url())
  })
  await inDialog.refuse.click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.frames()).toHaveLength(1)
  expect(await page.evaluate(() => document.cookie)).not.toContain('_pk_')
  await page.goto('/')
  await page.getByRole('link', { name: t('landing.web') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('prompt.heading') })).toBeVisible()
  expect(outside).toEqual([])
  expect(await told()).toHaveLength(hits.length)
})

test('The way back to the website waits a second, and no longer, for the part that counts', async ({ page, visit }) => {
  await page.route(builtPart('later'), () => {})
  await page.goto(`/?mintid=${await requestForAge(visit, { return: 'same_tab' })}&mobile=true`)
  // Without that part nothing says that the page is alive, and a click would wait for it.
  await page.waitForFunction(() => document.querySelector('#root[data-alive]') !== null)
  await page.getByRole('link', { name: t('landing.web') }).dispatchEvent('click')
  await page.waitForURL('**/auth/prompt?*')
  await page.getByRole('link', { name: t('visit.notNow', { provider: 'Kino Aurora' }) }).dispatchEvent('click')
  await page.waitForURL(`${visit.world.provider}/**`)
})
