import { test as base, expect, type BrowserContext, type ConsoleMessage } from '@playwright/test'
import { type TestLanguage, type Texts, textsOf } from './texts.ts'
import type { Visit } from './steps.ts'
import { ADDRESSES, newNumber } from './world.ts'

type Fixtures = {
  language: TestLanguage
  t: Texts
  visit: Visit
  /** Refusals that this test provokes: the browser writes each to its console. */
  expectRefusals: (...statuses: number[]) => void
  quietConsole: void
}

const REFUSAL = /status of (\d{3})/

function watch(context: BrowserContext, problems: string[], refusals: Set<number>) {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const status = Number(REFUSAL.exec(message.text())?.[1])
    if (!refusals.has(status)) problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  }
  context.on('console', onConsole)
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
}

/** Every test fails on an error in any tab's console. */
export const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  locale: async ({ language }, use) => use(language === 'de' ? 'de-DE' : 'en-US'),
  t: async ({ language }, use) => use(textsOf(language)),
  visit: async ({ language, t, request, isMobile }, use, info) =>
    use({ language, t, request, isMobile, number: newNumber(info.parallelIndex), world: ADDRESSES }),
  expectRefusals: async ({ quietConsole: _ }, use, info) => {
    const refusals = allowed.get(info.testId)
    await use((...statuses) => {
      for (const status of statuses) refusals?.add(status)
    })
  },
  quietConsole: [
    async ({ context }, use, info) => {
      const problems: string[] = []
      const refusals = new Set<number>()
      allowed.set(info.testId, refusals)
      watch(context, problems, refusals)
      await use()
      expect(problems, 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
})

const allowed = new Map<string, Set<number>>()

export { expect }
