import { CONSENT_COOKIE, HOUR_MS, readConsent } from '@avouch/contract'
import { en } from '@avouch/phrases/consent/en'
import { screen } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '#test/page.ts'

const button = (key: keyof typeof en) => screen.findByRole('button', { name: en[key] })

/** The question about cookies and its settings, by what they are called. */
const asked = {
  isOpen: () => screen.queryByText(en['consent.text']) !== null,
  accept: () => button('consent.accept'),
  refuse: () => button('consent.reject'),
  settings: () => button('consent.settings'),
  acceptAll: () => button('consent.acceptAll'),
  onlyNecessary: () => button('consent.onlyNecessary'),
  save: () => button('consent.save'),
  category: (key: 'consent.analytics' | 'consent.targeting') => screen.findByRole('switch', { name: en[key] }),
}

/** The answer as it is kept. */
const keptConsent = () => readConsent(document.cookie)

/** The frame of the script that counts. */
const isCounted = () => document.querySelector('iframe[title=Matomo]') !== null

const COUNTING = { settings: { analytics: true } }

test('An answer counts from the next moment on, and is changed in the settings, with its first time [CONSENT-01 CONSENT-03 CONSENT-05]', async () => {
  const { user, t, advance } = await openPage('/', COUNTING)
  const settings = await asked.settings()
  expect(document.cookie).toBe('')
  await user.click(settings)
  for (const key of ['consent.analytics', 'consent.targeting'] as const)
    expect((await asked.category(key)).getAttribute('aria-checked')).toBe('false')
  await user.click(await asked.category('consent.targeting'))
  await user.click(await asked.save())
  await expect.poll(asked.isOpen).toBe(false)
  await advance(100)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  const first = keptConsent()
  expect(first?.categories).toEqual(['necessary', 'targeting'])
  await advance(HOUR_MS)

  await user.click(screen.getByRole('button', { name: t('layout.cookies') }))
  expect((await asked.category('consent.targeting')).getAttribute('aria-checked')).toBe('true')
  await user.click(await asked.onlyNecessary())
  const later = keptConsent()
  expect(later).toMatchObject({ consentId: first?.consentId, consentTimestamp: first?.consentTimestamp })
  expect(later?.categories).toEqual(['necessary'])
  expect(later?.expirationTime).toBeGreaterThan(first?.expirationTime ?? Infinity)
})

test('An answer that can not be read is asked for again, in the language that this browser has stored [CONSENT-02]', async () => {
  const { user } = await openPage('/auth/login', { ...COUNTING, cookies: { [CONSENT_COOKIE]: '%7Byes' } })
  await user.click(await asked.refuse())
  await expect.poll(asked.isOpen).toBe(false)
  expect(keptConsent()?.categories).toEqual(['necessary'])
  expect(screen.getByRole('main')).toBeTruthy()
})

test.each([
  ['past its own date', { expirationTime: Date.now() - 1_000 }],
  ['of another website', { services: { necessary: [], analytics: ['ga4'], targeting: [] } }],
])('A consent %s counts nobody, and is asked for again [CONSENT-02 CONSENT-05]', async (_what, wrong) => {
  const consent = {
    categories: ['necessary', 'analytics'],
    services: { necessary: [], analytics: ['matomo'], targeting: [] },
    revision: 0,
    consentId: '00000000-0000-4000-8000-000000000000',
    consentTimestamp: '2026-01-01T00:00:00.000Z',
    lastConsentTimestamp: '2026-01-01T00:00:00.000Z',
    expirationTime: 4_100_000_000_000,
    ...wrong,
  }
  const cookies = { [CONSENT_COOKIE]: encodeURIComponent(JSON.stringify(consent)) }
  await openPage('/auth/login', { ...COUNTING, cookies })
  expect(await asked.refuse()).toBeTruthy()
  expect(isCounted()).toBe(false)
})

test('What something else set, by a clock that is ahead, does not outweigh the answer', async () => {
  const foreign = {
    categories: ['necessary', 'analytics', 'targeting'],
    services: { necessary: [], analytics: ['matomo'], targeting: [] },
    revision: 0,
    consentId: '00000000-0000-4000-8000-000000000000',
    consentTimestamp: '2099-01-01T00:00:00.000Z',
    lastConsentTimestamp: '2099-01-01T00:00:00.000Z',
    expirationTime: 4_100_000_000_000,
  }
  const cookies = { [CONSENT_COOKIE]: encodeURIComponent(JSON.stringify(foreign)) }
  const { user, t } = await openPage('/auth/login', { ...COUNTING, cookies })
  await expect.poll(isCounted).toBe(true)
  await user.click(screen.getByRole('button', { name: t('layout.cookies') }))
  await user.click(await asked.onlyNecessary())
  await expect.poll(isCounted).toBe(false)
  const next = await openPage('/auth/login', { ...COUNTING, sameTab: true })
  await next.advance(3_000)
  expect(asked.isOpen()).toBe(false)
  expect(isCounted()).toBe(false)
})

/** From now on the cookies of the page throw, until the test ends. */
function refuseCookies(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document', 'SecurityError')
  }
  Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse })
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'))
}

test.each(['accept', 'refuse'] as const)(
  'In a browser that throws at cookies the answer to %s counts for the visit [CONSENT-05]',
  async (answer) => {
    const isAccepted = answer === 'accept'
    const { user } = await openPage('/auth/login', COUNTING)
    refuseCookies()
    const button = await asked[answer]()
    expect(isCounted()).toBe(false)
    await user.click(button)
    await expect.poll(asked.isOpen).toBe(false)
    await expect.poll(isCounted).toBe(isAccepted)
    // The next page of the visit, and another word on it.
    const next = await openPage('/auth/prompt', { ...COUNTING, sameTab: true })
    refuseCookies()
    await expect.poll(isCounted).toBe(isAccepted)
    await next.user.click(screen.getByRole('button', { name: next.t('layout.cookies') }))
    await next.user.click(await (isAccepted ? asked.onlyNecessary() : asked.acceptAll()))
    expect(asked.isOpen()).toBe(false)
    await expect.poll(isCounted).toBe(!isAccepted)
  },
)
