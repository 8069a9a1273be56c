import { AGE_TEXTS } from '../support/age-app.ts'
import { CONSENT_TEXTS } from '../support/consent.ts'
import { GOOD_PIN, newestCode, type Visit } from '../support/steps.ts'
import { WORLD } from '../support/texts.ts'
import { ENTER, type Person } from './person.ts'

/** A link that looks like a button, or a button that looks like a link, is pressed all the same. */
export const PRESSED = ['button', 'link'] as const

export async function refuseCookies(person: Person, { language }: Visit): Promise<void> {
  await person.press('button', CONSENT_TEXTS[language]['consent.reject'])
}

/** From the film to the landing page: a new tab on a desktop, the same tab on a phone. */
export async function askAtTheCinema(person: Person, visit: Visit): Promise<void> {
  const { language, isMobile, world } = visit
  await person.open(`${world.provider}/films/red-corridor`)
  await person.press('button', WORLD[language].askAge)
  if (!isMobile) await person.followTab()
  await person.at(`${world.product}/`)
  await refuseCookies(person, visit)
}

export async function goWithoutApp(person: Person, { t }: Visit, way: 'first' | 'again'): Promise<void> {
  await person.press(PRESSED, t('landing.web'))
  await person.see('heading', t('prompt.heading'))
  await person.press(PRESSED, `${t(`prompt.${way}`)} ${t(`prompt.${way}Text`)}`)
}

async function fillRegistration(person: Person, { t, language, number }: Visit): Promise<void> {
  await person.type(t('phone.country'), `${WORLD[language].germany}${ENTER}`)
  await person.type(t('phone.number'), number)
  await person.type(t('pin.label'), GOOD_PIN)
  await person.type(t('pin.repeat'), GOOD_PIN)
  await person.press('checkbox')
}

export async function register(person: Person, visit: Visit): Promise<void> {
  const { t } = visit
  await person.see('heading', t('register.title'))
  await fillRegistration(person, visit)
  await person.press('button', t('register.submit'))
}

/** The last digit logs in. */
export async function logIn(person: Person, { t, language, number }: Visit, pin = GOOD_PIN): Promise<void> {
  await person.see('heading', t('login.title'))
  await person.type(t('phone.country'), `${WORLD[language].germany}${ENTER}`)
  await person.type(t('phone.number'), number)
  await person.type(t('pin.label'), pin)
}

/** The last digit sends the code. */
export async function confirmNumber(person: Person, visit: Visit): Promise<void> {
  const { t } = visit
  await person.see('heading', t('confirmCode.title'))
  await person.type(t('confirmCode.label'), await newestCode(visit))
}

/** Chooses the adult at the identity check, and skips the look. */
export async function showDocument(person: Person, { language }: Visit): Promise<void> {
  await person.press('link', WORLD[language].adult)
  await person.press('button', WORLD[language].skip)
}

export async function passIdentityCheck(person: Person, visit: Visit): Promise<void> {
  const { t } = visit
  await showDocument(person, visit)
  await person.see('heading', t('approved.heading'))
}

/** The words before the check; a browser of the tests may have no camera. */
export async function startCheck(person: Person, { t, isMobile, world }: Visit): Promise<void> {
  await person.see('heading', t('check.title'))
  await person.press('link', isMobile ? t('check.start') : t('check.computer'))
  await person.at(world.identity)
}

/** On a phone the visitor is back at the film; on a desktop it unlocks in its own tab. */
export async function expectFilm(person: Person, { language, isMobile, t }: Visit): Promise<void> {
  if (!isMobile) {
    await person.read(t('complete.passedOn'))
    await person.stay()
    await person.firstTab()
  }
  await person.see('heading', WORLD[language].unlocked)
  await person.read(WORLD[language].verified)
}

const AGE_APP = {
  en: { show: 'Show', adult: 'An adult' },
  de: { show: 'Zeigen', adult: 'Erwachsen' },
} as const

/** Gets a proof of age in the age app, and shows it. */
export async function showProof(person: Person, { language }: Visit): Promise<void> {
  await person.press('button', AGE_APP[language].adult)
  await person.press('button', AGE_APP[language].show)
}

export const ageText = ({ language }: Visit, key: keyof (typeof AGE_TEXTS)['en']) => AGE_TEXTS[language][key]
