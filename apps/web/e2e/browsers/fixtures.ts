import { test as base, expect } from '@playwright/test'
import { textsOf } from '../support/texts.ts'
import type { Visit } from '../support/steps.ts'
import { ADDRESSES, newAddress, newNumber } from '../support/world.ts'
import { startFirefox } from './firefox.ts'
import { type Look, Person } from './person.ts'
import { startProxy } from './proxy.ts'
import { startWebKit } from './webkit.ts'

type Options = Look & { engine: 'firefox' | 'webkit' }

type Fixtures = {
  visit: Visit
  person: Person
  /** Refusals that the journey provokes. */
  expectRefusals: (...statuses: number[]) => void
  refusals: { expected: Set<number>; found: string[] }
}

/** A visitor's journey in an engine that Playwright does not drive. It fails on a refusal that it does not expect. */
export const test = base.extend<Options & Fixtures>({
  engine: ['firefox', { option: true }],
  language: ['en', { option: true }],
  width: [1200, { option: true }],
  height: [800, { option: true }],
  phone: [false, { option: true }],
  dark: [false, { option: true }],
  cookies: [true, { option: true }],
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, 'x-forwarded-for': newAddress() }),
  visit: async ({ language, phone, request }, use) =>
    use({ language, t: textsOf(language), request, isMobile: phone, number: newNumber(), world: ADDRESSES }),
  refusals: async ({ engine: _ }, use) => {
    const refusals = { expected: new Set<number>(), found: [] as string[] }
    await use(refusals)
    const isExpected = (found: string) => refusals.expected.has(Number(found.slice(0, 3)))
    expect(refusals.found.filter((found) => !isExpected(found))).toEqual([])
  },
  expectRefusals: async ({ refusals }, use) =>
    use((...statuses) => {
      for (const status of statuses) refusals.expected.add(status)
    }),
  person: async ({ engine, language, width, height, phone, dark, cookies, refusals }, use, info) => {
    const tell = (found: string) => void refusals.found.push(found)
    const proxy = await startProxy(newAddress(), tell)
    const look = { language, width, height, phone, dark, cookies }
    const driven = engine === 'webkit' ? startWebKit(look, proxy.port) : startFirefox(look, proxy.port, tell)
    const browser = await driven
    const person = new Person(browser, info.outputDir)
    await use(person)
    if (info.status !== info.expectedStatus) await person.keep().catch(() => undefined)
    await browser.close()
    proxy.close()
  },
})
