import { test as base } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { refusedConsent } from '../support/consent.ts'
import { operate } from '../support/operator.ts'
import type { Visit } from '../support/steps.ts'
import { textsOf } from '../support/texts.ts'
import { ADDRESSES, newAddress, newNumber } from '../support/world.ts'
import { SCENES } from './scenes.ts'

const SCHEMES = ['light', 'dark'] as const

const test = base.extend<{ visit: Visit; language: 'en' | 'de' }>({
  language: ['en', { option: true }],
  locale: async ({ language }, use) => use(language === 'de' ? 'de-DE' : 'en-US'),
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newAddress() }),
  context: async ({ context }, use) => {
    await context.addCookies([refusedConsent()])
    await use(context)
  },
  visit: async ({ language, context, isMobile }, use) =>
    use({
      language,
      t: textsOf(language),
      request: context.request,
      isMobile,
      number: newNumber(),
      world: ADDRESSES,
    }),
})

for (const language of ['en', 'de'] as const)
  for (const { screen, state, open, only, alone = false } of SCENES)
    test.describe(`in ${language}`, { tag: alone ? '@alone' : '@together' }, () => {
      test.use({ language })

      test(`A picture of ${screen}: ${state} [A11Y-01]`, async ({ page, visit }, info) => {
        const device = visit.isMobile ? 'phone' : 'desktop'
        test.skip(only !== undefined && only !== device, `there is none on a ${device}`)
        const shown = (await open(page, visit)) ?? page
        for (const scheme of SCHEMES) {
          await shown.emulateMedia({ colorScheme: scheme })
          await expectAccessible(shown, `${screen}, ${state}, ${scheme}`)
          const body = await shown.screenshot({ fullPage: true, animations: 'disabled' })
          await info.attach(scheme, { body, contentType: 'image/png' })
        }
      })

      test.afterEach(async () => {
        if (!alone) return
        await operate('switch', 'set', 'maintenance', '0')
        await operate('switch', 'set', 'broadcast', '0')
      })
    })
