import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_BRAND, SCREENS as NAMES } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '#router/route.ts'
import { onServer } from '#settings/server-settings.ts'

const WEB = join(import.meta.dirname, '../..')
const MODULES = import.meta.glob<Record<string, unknown>>('./**/*.route.tsx')

beforeAll(() => {
  onServer.settings = {
    app: { openUrl: 'avouch://verify', iosStoreUrl: null, androidStoreUrl: null },
    pinBlocklist: 'spec',
    identityCheck: { url: 'https://identity.example/', name: null },
    sandboxPhoneUrl: null,
    captchaService: null,
    analytics: false,
    switches: { maintenance: '0', broadcast: '0' },
    brand: DEFAULT_BRAND,
  }
})

test('For each screen that the server renders it announces what the screen loads [ROUTE-14]', async () => {
  const [{ SCREENS }, { sourcesOf }] = await Promise.all([import('./screens.ts'), import('#boot/render.tsx')])
  const rendered = NAMES.filter((name) => {
    const route: Route = SCREENS[name]
    return route.rendered === true
  })
  const own = rendered.filter((name) => sourcesOf(name).length === 1)
  expect(own.length).toBeGreaterThan(4)
  for (const name of own) {
    const [source = ''] = sourcesOf(name)
    const module = await MODULES[source.replace('src/screens', '.')]?.()
    expect(module?.['Screen']).toBe((await SCREENS[name].load()).Screen)
  }
  const sources = rendered.flatMap((name) => sourcesOf(name))
  expect(sources.filter((source) => !existsSync(join(WEB, source)))).toEqual([])
  // Its code comes with what every page needs.
  expect(rendered.filter((name) => sourcesOf(name).length === 0)).toEqual(['/'])
})
