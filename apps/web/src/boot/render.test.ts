import { DEFAULT_BRAND, type KnownIntent, type PageSettings, type ProofMethod } from '@avouch/contract'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createPageRenderer } from '../server.ts'
import { consentCookie, newConsent } from '#analytics/new-consent.ts'

const SETTINGS: PageSettings = {
  app: { openUrl: 'avouch://verify', iosStoreUrl: null, androidStoreUrl: null },
  pinBlocklist: 'spec',
  identityCheck: { url: 'https://identity.example/', name: null },
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

test('The question about cookies is in the page of visitors who have not answered it [CONSENT-04]', async () => {
  const asked = { pathname: '/', search: '', languages: 'de', switches: SETTINGS.switches, intent: undefined }
  const refused = newConsent([], { before: undefined, now: new Date(), newId: () => crypto.randomUUID() })
  const questionFor = async (cookie: string) => (await (await renderer)({ ...asked, cookie })).question
  expect(await questionFor('')).toContain('Ablehnen')
  expect(await questionFor(consentCookie(refused, { https: false }))).toBe('')
  expect(await questionFor('')).toContain('Ablehnen')
})

test('Each page that says who asks has its own transaction, and none of another visitor [STATE-07]', async () => {
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

test('The landing page offers the ways that the request accepts [METHOD-05 APP-19]', async () => {
  const waysOf = async (...accept: ProofMethod[]) => {
    const known = request('Kino Aurora', 'AAAA-1111')
    const { html } = await pageOf({ intent: { ...known.intent, accept } })
    return [html.includes('I have an age app'), html.includes('Confirm in this browser')]
  }
  expect(await waysOf('identity_check')).toEqual([false, true])
  expect(await waysOf('identity_check', 'proof_of_age')).toEqual([true, true])
  expect(await waysOf('proof_of_age')).toEqual([true, false])
})

test('The page of a problem says what its address names, and addresses that are made up are one page [VP-18 STATE-07]', async () => {
  const at = async (problem: string) =>
    (await renderer)({
      pathname: '/request-problem',
      search: `?problem=${problem}`,
      cookie: '',
      languages: 'en',
      switches: SETTINGS.switches,
      intent: undefined,
    })
  const [phone, browser, other] = [await at('phone'), await at('browser'), await at('any-other')]
  expect(phone.html).toContain('Open this on your phone')
  expect(browser.html).toContain('This request can’t go on here')
  expect(other.html.replaceAll(/<[^>]+>/g, '')).toContain('This request can’t be con\u00ADtin\u00ADued')
  // Addresses that anyone makes up are one page.
  expect(other.renderKey).toBe((await at('made-up')).renderKey)
})

test('Pages that are rendered at the same time each say what their own visitor asked for [STATE-07]', async () => {
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
  expect(pages.toReversed().map(({ page }) => wordsOf(renderToString(page)))).toEqual([
    ['Einloggen', '+41'],
    ['BBBB-2222', 'Log in', '+43'],
    ['Kino Aurora', 'AAAA-1111', 'Einzahlungen'],
  ])
  expect(pages.map(({ question }) => renderToString(question).includes('Ablehnen'))).toEqual([true, false, true])
})
