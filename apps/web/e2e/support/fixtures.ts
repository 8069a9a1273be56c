import { test as base, expect, type BrowserContext, type ConsoleMessage } from '@playwright/test'
import { type TestLanguage, type Texts, textsOf } from './texts.ts'
import type { Visit } from './steps.ts'
import { refusedConsent } from './consent.ts'
import { holdStill } from './still.ts'
import { actWhenAlive } from './alive.ts'
import { ADDRESSES, newAddress, newNumber, tellWhatIsSent } from './world.ts'

type Fixtures = {
  language: TestLanguage
  /** The visitor's earlier answer about cookies; most tests are not about the question. */
  consent: 'refused' | 'unasked'
  /** True for a test that acts on pages whose script is still on its way; others wait until it has taken the page over. */
  early: boolean
  t: Texts
  visit: Visit
  /** Refusals that this test provokes: the browser writes each to its console. */
  expectRefusals: (...statuses: number[]) => void
  /** The servers of this test go away for a while: tabs that wait for them write so. */
  expectOutage: () => void
  /** This test breaks a screen: React and the application write so. */
  expectCrash: () => void
  /** This test plants what the policy of the page refuses. */
  expectViolations: () => void
  expected: Expected
  quietConsole: void
}

const REFUSAL = /status of (\d{3})/
/** A refusal that the visitor need not see, as the application writes it. */
const REPORTED = /^\[avouch\] .*AppError/
/** A server that goes away breaks connections, or says so as long as it can. */
const OUTAGE =
  /status of 503|ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|CallFailure/
/** The browser's own word when it does not let a tab close itself, which the page says instead. */
const STAYS_OPEN = 'Scripts may close only the windows that were opened by them.'
const VIOLATION = /Content Security Policy|requires 'Trusted|TrustedTypePolicy/
/** The address at which browsers report what the policy of a page refused. */
const REPORTS = '/csp-report'

const CRASH = /AppError|NotFound|a screen failed|not as it was sent|A chunk could not be loaded|unknown KYC status/

/** Quotes the browser on `const const`. */
const BROKEN_SCRIPT = "Unexpected token 'const'"

type Expected = { refusals: Set<number>; outage: boolean; crash: boolean; violations: boolean }

function tellOf(context: BrowserContext) {
  context.on('request', (request) => {
    const { search } = new URL(request.url())
    for (const said of [request.postData(), request.headers()['authorization'], search.slice(1)])
      if (said) tellWhatIsSent({ said })
  })
}

function watch(context: BrowserContext, problems: string[], expected: Expected) {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (message.text() === STAYS_OPEN) return
    const status = Number(REFUSAL.exec(message.text())?.[1])
    if (expected.refusals.has(status) || (expected.outage && OUTAGE.test(message.text()))) return
    if (expected.refusals.size > 0 && REPORTED.test(message.text())) return
    if (expected.violations && VIOLATION.test(message.text())) return
    if (expected.crash && CRASH.test(message.text())) return
    problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  }
  context.on('console', onConsole)
  context.on('request', (request) => {
    if (!expected.violations && new URL(request.url()).pathname === REPORTS)
      problems.push(`the policy was violated: ${request.postData()}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    if (!expected.crash || message !== BROKEN_SCRIPT) problems.push(`uncaught: ${message}`)
  })
}

/** Every test fails on an error in any tab's console, and on a report about the policy of a page. */
export const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  consent: ['refused', { option: true }],
  early: [false, { option: true }],
  context: async ({ context, browser, consent, early }, use) => {
    if (consent === 'refused') await context.addCookies([refusedConsent()])
    if (!early) {
      actWhenAlive(context)
      browser.on('context', actWhenAlive)
    }
    await holdStill(context)
    await use(context)
    browser.off('context', actWhenAlive)
  },
  locale: async ({ language }, use) => use(language === 'de' ? 'de-DE' : 'en-US'),
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, 'x-forwarded-for': newAddress() }),
  t: async ({ language }, use) => use(textsOf(language)),
  // The test's own calls come from the same browser: a session belongs to the one that began it.
  visit: async ({ language, t, context, isMobile }, use) =>
    use({ language, t, request: context.request, isMobile, number: newNumber(), world: ADDRESSES }),
  expected: async ({}, use) => use({ refusals: new Set(), outage: false, crash: false, violations: false }),
  expectRefusals: async ({ expected }, use) =>
    use((...statuses) => {
      for (const status of statuses) expected.refusals.add(status)
    }),
  expectOutage: async ({ expected }, use) => use(() => void (expected.outage = true)),
  expectCrash: async ({ expected }, use) => use(() => void (expected.crash = true)),
  expectViolations: async ({ expected }, use) => use(() => void (expected.violations = true)),
  quietConsole: [
    async ({ context, expected }, use) => {
      const problems: string[] = []
      watch(context, problems, expected)
      tellOf(context)
      await use()
      expect(problems, 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
