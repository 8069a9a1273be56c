import { LEGAL_PAGES } from '@avouch/contract'
import { expect } from '@playwright/test'
import { account } from '../support/account.ts'
import { beginCheck, endCheck } from '../support/check.ts'
import { newestCode } from '../support/steps.ts'
import { WORLD } from '../support/texts.ts'
import { otherThan } from '../support/world.ts'
import { test } from './fixtures.ts'
import {
  ageText,
  askAtTheCinema,
  confirmNumber,
  expectFilm,
  goWithoutApp,
  logIn,
  passIdentityCheck,
  showDocument,
  PRESSED,
  refuseCookies,
  register,
  showProof,
  startCheck,
} from './steps.ts'

const NEW_PIN = '7319'

test('A new visitor goes from the cinema to the film [GEN-01 INTENT-01]', async ({ person, visit }) => {
  await askAtTheCinema(person, visit)
  await goWithoutApp(person, visit, 'first')
  await register(person, visit)
  await confirmNumber(person, visit)
  await startCheck(person, visit)
  await passIdentityCheck(person, visit)
  await person.press('button', visit.t('approved.button', { provider: 'Kino Aurora' }))
  await expectFilm(person, visit)
})

test.describe('in the dark', () => {
  test.use({ dark: true })

  test('A returning visitor logs in, and the film plays [KYC-07]', async ({ person, visit }) => {
    await endCheck(visit, await beginCheck(visit, await account(visit)), 'COMPLETED')
    await askAtTheCinema(person, visit)
    await goWithoutApp(person, visit, 'again')
    await logIn(person, visit)
    await confirmNumber(person, visit)
    await person.see('heading', visit.t('approved.heading'))
    await person.press('button', visit.t('approved.button', { provider: 'Kino Aurora' }))
    await expectFilm(person, visit)
  })
})

test('A forgotten PIN is replaced by proving the number [RESET-02 RESET-10]', async ({
  person,
  visit,
  expectRefusals,
}) => {
  expectRefusals(422)
  const { t, world, number } = visit
  await account(visit)
  await person.open(`${world.product}/auth/login`)
  await refuseCookies(person, visit)
  await person.press(PRESSED, t('login.forgotPin'))
  await person.see('heading', t('forgotPin.title'))
  await person.back()
  await person.see('heading', t('login.title'))
  await person.press(PRESSED, t('login.forgotPin'))
  await person.see('heading', t('forgotPin.title'))
  await person.type(t('phone.number'), number)
  await person.press('button', t('action.continue'))
  await person.see('heading', t('resetPin.title'))
  await person.type(t('pin.label'), NEW_PIN)
  await person.type(t('pin.repeat'), NEW_PIN)
  await person.press('button', t('action.continue'))
  await person.see('heading', t('confirmCode.title'))
  const code = await newestCode(visit)
  await person.type(t('confirmCode.label'), otherThan(code))
  await person.read(t('error.wrong_sms_code'))
  await person.type(t('confirmCode.label'), code)
  await person.see('heading', t('pinChanged.title'))
  await person.press(PRESSED, t('pinChanged.login'))
  await logIn(person, visit, NEW_PIN)
  await person.see('heading', t('confirmCode.title'))
})

const CHECK = {
  en: {
    more: 'For testers',
    review: 'Manual review A person has to look at it. Decide at the review desk. PENDING_MANUAL_REVIEW',
  },
  de: {
    more: 'Für Tester',
    review: 'Prüfung von Hand Ein Mensch muss es ansehen. Entscheide in der Nachprüfung. PENDING_MANUAL_REVIEW',
  },
} as const

test('An identity check is waited for, and its result read [KYC-07 KYC-27]', async ({ person, visit }) => {
  const { t, world, language } = visit
  const words = CHECK[language]
  await account(visit)
  await person.open(`${world.product}/`)
  await refuseCookies(person, visit)
  await goWithoutApp(person, visit, 'again')
  await logIn(person, visit)
  await confirmNumber(person, visit)
  await startCheck(person, visit)
  const check = await person.address()
  await person.press('link', words.more)
  await person.press('button', words.review)
  await person.see('heading', t('reviewing.title'))
  await endCheck(visit, check, 'COMPLETED')
  await person.press('button', t('action.refresh'))
  await person.see('heading', t('approved.heading'))
})

const SHOP = {
  en: { ask: WORLD.en.askAge, learned: 'All that we learned' },
  de: { ask: WORLD.de.askAge, learned: 'Alles, was wir erfahren haben' },
} as const

test('The wine shop asks by OpenID Connect, and opens [APP-10]', async ({ person, visit }) => {
  const { t, world, language } = visit
  await person.open(`${world.provider}/wine`)
  await person.press('button', SHOP[language].ask)
  await person.at(`${world.product}/`)
  await refuseCookies(person, visit)
  await goWithoutApp(person, visit, 'first')
  await register(person, visit)
  await confirmNumber(person, visit)
  await startCheck(person, visit)
  await passIdentityCheck(person, visit)
  await person.press('button', t('approved.button', { provider: 'Weinkontor' }))
  await person.at(`${world.provider}/wine`)
  await person.see('heading', SHOP[language].learned)
})

test('An age app answers by link [APP-20 VP-15]', async ({ person, visit }) => {
  const { t, world, isMobile } = visit
  await askAtTheCinema(person, visit)
  await person.press(PRESSED, `${t('landing.ageApp')} ${t('landing.ageAppText')}`)
  if (!isMobile) {
    await person.see('heading', ageText(visit, 'ageApp.scan'))
    await person.press('fold', ageText(visit, 'ageApp.anotherWay'))
    await person.press(PRESSED, ageText(visit, 'ageApp.here'))
  }
  await person.at(`${world.phone}/age-app/request`)
  await showProof(person, visit)
  await expectFilm(person, visit)
})

/** Cards, a payment, forms, prose. */
const READ_LARGE = ['/', '/?payment=true', '/auth/prompt', '/auth/login', '/auth/register', '/verify-age/denied']

test('Large text stays in its own box, over no other, below the question about cookies [A11Y-07]', async ({
  person,
  visit,
  width,
}) => {
  test.skip(width > 600, 'a narrow window has the least room')
  const { world, language } = visit
  for (const path of [...READ_LARGE, LEGAL_PAGES.faq[language], LEGAL_PAGES.imprint[language], '/docs/errors/']) {
    await person.open(`${world.product}${path}`)
    expect(await person.misprints(), path).toEqual([])
  }
})

test.describe('without cookies', () => {
  test.use({ cookies: false })

  test('A visit goes on without cookies [STORE-05]', async ({ person, visit }) => {
    await person.open(`${visit.world.product}/auth/register`)
    await register(person, visit)
    await confirmNumber(person, visit)
    await startCheck(person, visit)
    await showDocument(person, visit)
    await person.at(visit.world.product)
  })
})
