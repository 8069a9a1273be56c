import { test as base, expect, type BrowserContext, type ConsoleMessage } from '@playwright/test'
import { type TestLanguage, type Texts, textsOf } from './texts.ts'
import { newNumber } from './world.ts'

type Fixtures = {
  language: TestLanguage
  t: Texts
  /** National part, for +49. */
  number: string
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  number: async ({}, use, info) => use(newNumber(info.parallelIndex)),
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
