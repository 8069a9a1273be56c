import { DEFAULT_BRAND, type KnownIntent, type PageSettings } from '@avouch/contract'
import { expect, test } from 'vitest'
import { createPageRenderer } from '../server.ts'

const SETTINGS: PageSettings = {
  app: { openUrl: 'avouch://verify', iosStoreUrl: null, androidStoreUrl: null },
  pinBlocklist: 'spec',
  identityCheck: { url: 'https://identity.example/', kind: 'camera', name: null },
  passkeys: false,
  sandboxPhoneUrl: null,
  captchaService: null,
  analytics: true,
  switches: { maintenance: '0', broadcast: '0' },
  brand: DEFAULT_BRAND,
}

const request = (name: string, transaction: string) =>
  ({
    intent: {
      provider: { name, domain: 'cinema.example', logo: null },
      live: true,
      kind: 'age',
      minimum_age: 18,
      accept: ['identity_check'],
      payment: null,
      transaction,
      redirect_uri: 'https://cinema.example/return',
      return: null,
      expires_at: '2031-01-31T12:00:00.000Z',
      ended: null,
    },
  }) satisfies KnownIntent
const renderer = createPageRenderer(SETTINGS)
const pageOf = async (intent: KnownIntent) =>
  (await renderer)({
    pathname: '/',
    search: '?mintid=Ab3dEf6hIj9lMn2pQr5tUv',
    cookie: '',
    languages: 'en',
    switches: SETTINGS.switches,
    intent,
  })

test('Each page that says who asks has its own transaction, and none of another visitor [STATE-06]', async () => {
  const [one, other, museum] = [
    await pageOf(request('Kino Aurora', 'AAAA-1111')),
    await pageOf(request('Kino Aurora', 'BBBB-2222')),
    await pageOf(request('Museum', 'CCCC-3333')),
  ]
  for (const [page, name, own] of [
    [one, 'Kino Aurora', 'AAAA-1111'],
    [other, 'Kino Aurora', 'BBBB-2222'],
    [museum, 'Museum', 'CCCC-3333'],
  ] as const) {
    expect(page.html).toContain(name)
    expect(page.html).toContain(own)
    expect(JSON.parse(page.known)).toEqual(request(name, own))
    expect((page.html + page.known).match(/AAAA-1111|BBBB-2222|CCCC-3333/g)?.every((found) => found === own)).toBe(true)
  }
})

test('Pages that are rendered at the same time each say what their own visitor asked for [STATE-06]', async () => {
  await renderer
  const { prepare } = await import('./render.tsx')
  const key = { payment: null, expired: null, problem: null, home: 'DE' }
  const known = { asked: 'known', ...key } as const
  const quiet = { maintenance: '0', broadcast: '0' } as const
  const pages = [
    await prepare({
      renderKey: { screen: '/', language: 'de', ...known },
      switches: { ...quiet, maintenance: '1' },
      intent: request('Kino Aurora', 'AAAA-1111'),
    }),
    await prepare({
      renderKey: { screen: '/auth/login', language: 'en', ...known, home: 'AT', expired: 'true' },
      switches: quiet,
      intent: request('Museum', 'BBBB-2222'),
    }),
    await prepare({
      renderKey: { screen: '/auth/login', language: 'de', asked: 'none', ...key, home: 'CH' },
      switches: quiet,
      intent: undefined,
    }),
  ]
  const WORDS = ['Kino Aurora', 'AAAA-1111', 'Einzahlungen', 'BBBB-2222', 'Log in', 'Einloggen', '+43', '+41']
  const wordsOf = (html: string) => WORDS.filter((word) => html.replaceAll('\u00AD', '').includes(word))
  const rendered = pages.toReversed().map(({ render }) => render())
  expect(rendered.map(({ page }) => wordsOf(page))).toEqual([
    ['Einloggen', '+41'],
    ['BBBB-2222', 'Log in', '+43'],
    ['Kino Aurora', 'AAAA-1111', 'Einzahlungen'],
  ])
  expect(rendered.map(({ question }) => question.includes('Ablehnen'))).toEqual([true, false, true])
})
