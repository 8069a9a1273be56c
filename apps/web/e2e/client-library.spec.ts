import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { toTheCheck } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { operate } from './support/operator.ts'
import { passIdentityCheck } from './support/steps.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const LIBRARY = readFileSync(resolve(ROOT, 'node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js'))
const GUIDE = readFileSync(resolve(ROOT, 'docs/providers/clients.md'), 'utf8')
const SETTINGS = /^```js oidc-client-ts\.mjs\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1] ?? ''

/** A page without a server of its own: it asks, and shows what the library tells it. */
const pageWith = (settings: string) => `<!doctype html><title>Shop</title><button>Ask</button><output></output>
<script src="/library.js"></script><script type="module">
${settings}
const manager = new oidc.UserManager(settings)
const show = (said) => { document.querySelector('output').textContent = JSON.stringify(said) }
const refused = ({ error }) => show({ error })
document.querySelector('button').onclick = () => manager.signinRedirect()
if (location.pathname === '/silent') manager.signinSilent().catch(refused)
if (location.pathname === '/callback')
  manager.signinCallback().then((user) => user && show({ isAdult: user.profile.age_over_18, live: user.profile.live }), refused)
</script>`

async function openShop(product: string): Promise<string> {
  let page = ''
  const server = createServer(({ url }, answer) => {
    const isLibrary = url === '/library.js'
    answer.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html').end(isLibrary ? LIBRARY : page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  const shop = `http://shop.localhost:${(server.address() as AddressInfo).port}`
  const provider = `shop-${randomBytes(5).toString('hex')}`
  await operate('provider', 'create', provider, 'Shop')
  const options = ['--public', '--origin', shop, '--redirect-uri', `${shop}/callback`]
  const [client = ''] = /client_[\w-]+/.exec(await operate('client', 'create', provider, ...options)) ?? []
  const own = SETTINGS.replace('https://avouch.example', product).replace('https://shop.example', shop)
  page = pageWith(own.replace('client_…', client))
  return shop
}

test(
  'A page with oidc-client-ts learns a yes, and of a refusal its error [OIDC-12 OIDC-19]',
  SOAK_ONLY,
  async ({ page, visit }) => {
    test.slow()
    const { t, world } = visit
    const shop = await openShop(world.product)
    const ask = async () => {
      await page.goto(shop)
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.waitForURL(`${world.product}/?**`)
    }
    const learned = page.getByRole('status')

    await page.goto(`${shop}/silent`)
    await expect(learned).toHaveText('{"error":"login_required"}')
    await ask()
    await page.getByRole('link', { name: t('visit.notNow', { provider: 'Shop' }) }).click()
    await expect(learned).toHaveText('{"error":"access_denied"}')
    await ask()
    await toTheCheck(page, visit, new URL(page.url()).search)
    await passIdentityCheck(page, visit)
    await page.getByRole('button', { name: t('approved.button', { provider: 'Shop' }) }).click()
    await expect(learned).toHaveText('{"isAdult":true,"live":true}')
  },
)
