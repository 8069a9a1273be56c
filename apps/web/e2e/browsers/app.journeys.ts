import { APP_WORDS } from '../support/sandbox-app.ts'
import { GOOD_PIN, newestCode } from '../support/steps.ts'
import { WORLD } from '../support/texts.ts'
import { test } from './fixtures.ts'
import { askAtTheCinema, PRESSED, showDocument } from './steps.ts'

test('A newcomer answers in the app on the same device, from the cinema to the film [GEN-01 APP-14 RETURN-05]', async ({
  person,
  visit,
}) => {
  const { t, world, language, isMobile, number } = visit
  const words = APP_WORDS[language]
  await askAtTheCinema(person, visit)
  await person.press('link', `${t('landing.app')} ${t(isMobile ? 'landing.appText' : 'landing.appScan')}`)
  if (!isMobile) {
    await person.press('fold', t('app.here'))
    await person.press('link', t('app.open'))
  }
  await person.at(`${world.phone}/app/login`)
  await person.press('link', words.newHere)
  await person.type(words.number, number)
  await person.type('PIN', GOOD_PIN)
  await person.type(words.pinAgain, GOOD_PIN)
  await person.press('checkbox')
  await person.press('button', words.create)
  await person.at(`${world.phone}/app/code`)
  await person.type(words.code, await newestCode(visit))
  await person.press('button', words.confirm)
  await person.press('link', words.toCheck)
  await person.followTab()
  await showDocument(person, visit)
  await person.see('heading', t('complete.toApp'))
  await person.read(t('complete.toAppText'))
  // The window of the check stays open; the app continues without a press.
  await person.previousTab()
  await person.press(PRESSED, words.confirm)
  await person.see('heading', WORLD[language].unlocked)
  await person.read(WORLD[language].verified)
})
