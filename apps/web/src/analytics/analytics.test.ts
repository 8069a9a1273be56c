import { expect, test } from 'vitest'
import { cleanPath, type Command, createAnalytics, EVENTS } from './analytics.ts'

test.each([
  ['/a/avlk_3nQ7c0dE', '/a'],
  ['/verify-age/app/anything', '/verify-age/app'],
  ['/verify-age/denied/below', '/verify-age/denied'],
  ['/+4915123456789', '/404'],
  ['/auth/login/avin_secret', '/404'],
  ['/%2F..%2Fkyc', '/404'],
])('Of the address %s only %s is counted [ANALYTICS-03]', (address, sent) => {
  expect(cleanPath(address)).toBe(sent)
})

function start({ agreed = true } = {}) {
  const reported: Command[] = []
  const pending: Command[] = []
  const state = { agreed, stops: 0 }
  const analytics = createAnalytics({
    origin: 'https://age.example',
    mayCount: () => state.agreed,
    tracker: {
      send: (commands) => void reported.push(...commands),
      takePending: () => pending.splice(0),
      stop: () => void (state.stops += 1),
    },
    isReload: false,
  })
  return { ...analytics, reported, pending, state }
}

const page = (pathname: string, title: string) => ({ pathname, title })
const LANDING = page('/', 'Confirm your age – Avouch')
const LOGIN = page('/auth/login', 'Log in – Avouch')
const ACCESS: Command = ['trackEvent', 'Web solution', 'Access web solution']
const view = (path: string, title: string): Command[] => [
  ['setCustomUrl', `https://age.example${path}`],
  ['setDocumentTitle', title],
  ['trackPageView'],
]

test('Without consent nothing is counted [CONSENT-05]', () => {
  const { pageShown, track, reported } = start({ agreed: false })
  pageShown(LANDING)
  track('login')
  expect(reported).toEqual([])
})

test('A page is counted by its clean address, once, whatever happens to its query [ANALYTICS-03]', () => {
  const { pageShown, reported } = start()
  pageShown(LANDING)
  pageShown(LANDING)
  pageShown(page('/a/avlk_secret', 'Open the app'))
  expect(reported).toEqual([...view('/', LANDING.title), ACCESS, ...view('/a', 'Open the app')])
})

test('Counting ends with the consent, and begins with a new one at the open page [CONSENT-03]', () => {
  const { pageShown, track, consentChanged, reported, state } = start()
  pageShown(LOGIN)
  reported.length = 0
  state.agreed = false
  consentChanged()
  track('login')
  expect(reported).toEqual([])
  expect(state.stops).toBe(1)
  state.agreed = true
  consentChanged()
  expect(reported).toEqual(view('/auth/login', LOGIN.title))
})

test('Commands that the tracker did not acknowledge are given back as events, once', () => {
  const { takePending, pending } = start()
  pending.push(...view('/kyc', 'Identity check – Avouch'), ['trackEvent', 'Web solution', 'Kyc initialization'])
  expect(takePending()).toEqual(['kycStarted'])
  expect(takePending()).toEqual([])
})

test('The events of analytics are those that were agreed [ANALYTICS-02]', () => {
  expect(Object.values(EVENTS)).toEqual([
    'Access web solution',
    'Landing page - Select app',
    'Landing page - Select web',
    'Register',
    'Login',
    'Register successfully',
    'Login successfully',
    'Kyc initialization',
    'Kyc Verification - Completed',
    'Kyc Verification - Reviewing',
    'Kyc Verification - Denied',
    'Anonymize user',
    'Confirm verification',
  ])
})
