import { cancelIntent, createIntent, MINUTE_MS, type ProviderIntent } from '@avouch/contract'
import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test'
import { AGE_TEXTS, scanWithAgeApp, showProof } from './support/age-app.ts'
import { refusedConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { numberOn, qrCode } from './support/other-phone.ts'
import { topUp } from './support/cinema-ticket.ts'
import { accountInApp, passCheckBeside, pick } from './support/phone-app.ts'
import { scan } from './support/qr.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { RelyingParty } from './support/relying-party.ts'
import type { Visit } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { advanceClock, cinemaKey, newAddress } from './support/world.ts'

const t = textsOf('en')
const said = AGE_TEXTS.en
const CINEMA = 'Kino Aurora'

type Kind = 'age' | 'payment'
type Asked = { id: string; mintid: string; kind: Kind }
type Scene = { visit: Visit; context: BrowserContext; page: Page; asked: Asked; browser: Browser }

/** The words for a request that came to nothing. */
const NOTHING = { age: /passed on/, payment: /Nothing was taken/ } as const

async function call(visit: Visit, path: string, data: object) {
  const headers = { authorization: `Bearer ${cinemaKey()}` }
  return (await visit.request.post(visit.world.product + path, { headers, data })).json() as Promise<ProviderIntent>
}

async function ask(visit: Visit, kind: Kind): Promise<Asked> {
  const price = { kind, amount: 1_250, currency: 'EUR', description: 'One ticket' }
  const { world } = visit
  const made = await call(visit, createIntent.path, {
    redirect_uri: `${world.provider}/${kind === 'age' ? 'return' : 'tickets/return'}`,
    ...(kind === 'payment' ? price : {}),
  })
  return { id: made.id, mintid: made.mintid, kind }
}

const takeBack = (visit: Visit, { id }: Asked) => call(visit, cancelIntent.path.replace(':id', id), {})
const outlive = () => advanceClock(31 * MINUTE_MS)

/** A phone with both apps, and a browser without an API for apps. */
async function phoneOf(browser: Browser): Promise<BrowserContext> {
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US', extraHTTPHeaders })
  await context.addCookies([refusedConsent()])
  await context.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
  return context
}

const openApp = ({ page, visit, asked }: Scene) =>
  page.goto(`${visit.world.phone}/app?mintid=${asked.mintid}&mobile=true`)
const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function answerInApp(scene: Scene) {
  if (scene.asked.kind === 'payment') await topUp(scene.page, scene.visit, '20.00')
  await openApp(scene)
  if (scene.asked.kind === 'age') await passCheckBeside(scene.page, scene.visit)
  await tap(scene.page, scene.asked.kind === 'age' ? 'Confirm' : /^Pay /)
  await scene.page.waitForURL(`${scene.visit.world.provider}/**`)
}

async function toTheCode({ page, visit, asked }: Scene) {
  await page.goto(`/verify-age/app?mintid=${asked.mintid}`)
  await expect(qrCode(page, visit)).toBeVisible()
}

async function toTheAgeApp({ page, visit, asked }: Scene) {
  await page.goto(`/?mintid=${asked.mintid}`)
  await page.getByRole('link', { name: t('landing.ageApp') }).click()
  await page.waitForURL(`${visit.world.phone}/age-app/request`)
}

async function showByCode({ page, visit, browser, asked }: Scene, act: (phone: Page) => Promise<void>) {
  await page.context().addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
  await page.goto(`/?mintid=${asked.mintid}`)
  await page.getByRole('link', { name: t('landing.ageApp') }).click()
  const code = page.getByRole('img', { name: said['ageApp.qr'] }).first()
  await expect(code).toBeVisible()
  const { phone, close } = await scanWithAgeApp(browser, visit, (await scan(code.locator('..'))) ?? '')
  await act(phone)
  await close()
}

type End = {
  way: string
  end: string
  kinds: readonly Kind[]
  go: (scene: Scene) => Promise<unknown>
  /** The last page says it. */
  says: (kind: Kind) => string | RegExp
  /** And what became of the answer, or the money. */
  nothing?: boolean
  needsAccount?: boolean
}
const BOTH = ['age', 'payment'] as const

const ENDS: readonly End[] = [
  {
    way: 'the app on this phone',
    end: 'refused',
    kinds: BOTH,
    needsAccount: true,
    nothing: true,
    says: () => 'Refused',
    go: async (scene) => {
      await openApp(scene)
      await tap(scene.page, 'Refuse')
    },
  },
  {
    way: 'the app on this phone',
    end: 'cancelled by the website',
    kinds: BOTH,
    nothing: true,
    says: () => 'Cancelled',
    go: async (scene) => {
      await takeBack(scene.visit, scene.asked)
      await openApp(scene)
    },
  },
  {
    way: 'the app on this phone',
    end: 'too late',
    kinds: BOTH,
    nothing: true,
    says: () => 'Too late',
    go: async (scene) => {
      outlive()
      await openApp(scene)
    },
  },
  {
    way: 'the app on this phone',
    end: 'answered before',
    kinds: BOTH,
    needsAccount: true,
    says: (kind) => (kind === 'age' ? 'This request has been answered' : 'This payment is done'),
    go: async (scene) => {
      await answerInApp(scene)
      await openApp(scene)
    },
  },
  ...(['answered before', 'cancelled by the website', 'too late'] as const).map(
    (end): End => ({
      way: 'the first page',
      end,
      kinds: BOTH,
      ...(end === 'answered before' ? { needsAccount: true } : { nothing: true }),
      says: (kind) =>
        end === 'too late'
          ? t('ended.expired')
          : end === 'answered before'
            ? t(kind === 'age' ? 'ended.answered' : 'ended.paid')
            : t('ended.cancelled'),
      go: async (scene) => {
        if (end === 'too late') outlive()
        else if (end === 'answered before') await answerInApp(scene)
        else await takeBack(scene.visit, scene.asked)
        await scene.page.goto(`/?mintid=${scene.asked.mintid}`)
      },
    }),
  ),
  {
    way: 'the app by a code',
    end: 'refused',
    kinds: BOTH,
    needsAccount: true,
    nothing: true,
    says: () => t('app.refused'),
    go: async (scene) => {
      await toTheCode(scene)
      const phone = await scene.context.newPage()
      const url = (await scan(qrCode(scene.page, scene.visit).locator('..'))) ?? ''
      await phone.goto(`${scene.visit.world.phone}/app?link=${encodeURIComponent(url)}`)
      await pick(phone, scene.visit, await numberOn(scene.page))
      await tap(phone, 'Refuse')
    },
  },
  ...(['cancelled by the website', 'too late'] as const).map(
    (end): End => ({
      way: 'the app by a code',
      end,
      kinds: BOTH,
      says: () => t('app.expired'),
      go: async (scene) => {
        await toTheCode(scene)
        if (end === 'too late') outlive()
        else await takeBack(scene.visit, scene.asked)
      },
    }),
  ),
  {
    way: 'an age app on this phone',
    end: 'not shown',
    kinds: ['age'],
    says: () => said['ageApp.cancelled'],
    go: async (scene) => {
      await toTheAgeApp(scene)
      await tap(scene.page, 'Do not show')
      await scene.page.waitForURL(`${scene.visit.world.product}/**`)
    },
  },
  {
    way: 'an age app on this phone',
    end: 'not accepted',
    kinds: ['age'],
    says: () => said['ageApp.reason.expired'],
    go: async (scene) => {
      await toTheAgeApp(scene)
      await showProof(scene.page, scene.visit, 'expired')
      await scene.page.waitForURL(`${scene.visit.world.product}/**`)
    },
  },
  {
    way: 'an age app on this phone',
    end: 'too late',
    kinds: ['age'],
    says: () => said['ageApp.timedOut'],
    go: async (scene) => {
      await toTheAgeApp(scene)
      outlive()
      await tap(scene.page, 'Do not show')
      await scene.page.waitForURL(`${scene.visit.world.product}/**`)
    },
  },
  {
    way: 'an age app on this phone',
    end: 'cancelled by the website',
    kinds: ['age'],
    says: () => t('landing.intentGone'),
    go: async (scene) => {
      await toTheAgeApp(scene)
      await takeBack(scene.visit, scene.asked)
      await showProof(scene.page, scene.visit)
      await scene.page.waitForURL(`${scene.visit.world.product}/**`)
    },
  },
  {
    way: 'an age app by a code',
    end: 'not shown',
    kinds: ['age'],
    says: () => said['ageApp.cancelled'],
    go: (scene) => showByCode(scene, (phone) => tap(phone, 'Do not show')),
  },
  {
    way: 'an age app by a code',
    end: 'not accepted',
    kinds: ['age'],
    says: () => said['ageApp.reason.expired'],
    go: (scene) => showByCode(scene, (phone) => showProof(phone, scene.visit, 'expired')),
  },
  {
    way: 'an age app by a code',
    end: 'cancelled by the website',
    kinds: ['age'],
    says: () => said['ageApp.expired'],
    go: (scene) => showByCode(scene, async () => void (await takeBack(scene.visit, scene.asked))),
  },
]

/** By its name, wherever the page has it. */
const door = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^(?:Not now: back|Return|Back) to ${name}$`) })

// By night both kinds.
for (const { way, end, kinds, go, says, nothing = false, needsAccount = false } of ENDS)
  for (const kind of kinds)
    test(
      `RETURN-04 ${way}, ${end}, ${kind}: the last page says what became of it and leads to the website`,
      kind === kinds[0] ? {} : SOAK_ONLY,
      async ({ browser, visit, page: desktop, expectRefusals }) => {
        expectRefusals(400, 404, 409, 410, 422)
        const byCode = way.includes('code')
        const context = byCode ? desktop.context() : await phoneOf(browser)
        const page = byCode ? desktop : await context.newPage()
        const scene = { visit: { ...visit, isMobile: !byCode }, context, page, asked: await ask(visit, kind), browser }
        if (needsAccount) await accountInApp(context, visit)
        await go(scene)
        await expect(page.getByText(says(kind)).first()).toBeVisible()
        if (nothing) await expect(page.getByRole('main').getByText(NOTHING[kind]).first()).toBeVisible()
        await expect(door(page, CINEMA)).toHaveAttribute('href', new RegExp(`^${visit.world.provider}/`))
        if (!byCode) await context.close()
      },
    )

test('RETURN-04 a website with OpenID Connect gets its answer at the door of the app, of an age app and of the first page', async ({
  browser,
  visit,
  expectRefusals,
}) => {
  expectRefusals(404)
  const website = await RelyingParty.register(visit.world, 'Vinothek')
  const context = await phoneOf(browser)
  const page = await context.newPage()
  await accountInApp(context, visit)
  const arrive = async () => {
    await website.ask(page)
    await page.waitForURL(`${visit.world.product}/?**`)
    const asked = { id: '', mintid: new URL(page.url()).searchParams.get('mintid') ?? '', kind: 'age' as const }
    return { visit, context, page, asked, browser }
  }
  const ways = [
    async (scene: Scene) => {
      await openApp(scene)
      await tap(page, 'Refuse')
    },
    async (scene: Scene) => {
      await toTheAgeApp(scene)
      await tap(page, 'Do not show')
    },
    async () => undefined,
  ]
  for (const go of ways) {
    await go(await arrive())
    await door(page, 'Vinothek').click()
    await page.waitForURL(`${website.callback}?**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  }
  await context.close()
})
