import { type Language, LEGAL_PAGE_NAMES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { everyText, readLegalPage, type Said, textsOfLegalPage } from './every-text.ts'

const said = await everyText()
const name = ({ language, where, text }: Said) => `${language} ${where}: ${text}`
const where = (language: Language) => said.filter((one) => one.language === language)
/** The texts in which something is found that is not to be there. */
const found = (texts: Said[], pattern: RegExp, allowed: readonly string[] = []) =>
  texts.filter(({ where: key, text }) => !allowed.includes(key) && pattern.test(text)).map(name)

const plain = (text: string) => text.replaceAll(/<\/?\w+>|\{\{\w+\}\}/g, 'x')
const wordsOf = (text: string) => plain(text).match(/[\p{L}\d]+(?:[-’.,]\p{L}+)*/gu) ?? []
const plainly = (texts: Said[]) => texts.map((one) => ({ ...one, text: plain(one.text) }))
const sentencesOf = (text: string) => plain(text).split(/(?<=[.!?…:;])\s+/)

/** Words that one language has and the other has not. */
const ONLY = {
  en: /\b(the|and|your|you|with|for|is|are|this|that|please|of|have|has|been|it|its|we|our|they|which|when|what|who|how|can|could|should|would|does|do|did|not|no|yes|from|by|at|or|if|but|about|after|before|please|page|number|phone|account|again|back|more|there|then)\b/,
  de: /\b(und|oder|der|den|dem|des|das|ein|eine|einen|einem|einer|nicht|ist|sind|mit|für|auf|von|zu|zum|zur|bitte|du|dein|deine|deinen|deiner|dir|dich|wir|uns|unsere|kann|kannst|wenn|wird|werden|noch|nach|bei|aus|über|wie|wer|sich|dieser|diese|dieses|Seite|Nummer|Konto)\b/,
} as const
/** Names that stay as they are. */
const TECHNICAL = /[„“](?:did|__Host-did|cc_cookie|verification|i18nextLng|country|react_app_token|yes)[“”]|„Ups.*/g

const WORD_LIMIT = { phrase: 18, page: 30 }

test('Every text has typographic quotes, dashes and dots, and single spaces', () => {
  const agreed = ['error.required', 'crash.heading']
  expect(found(said, /["'`]|\.\.\.| {2}|\s[.,;:!?]|\s-\s|--/, agreed)).toEqual([])
  expect(found(said, /^\s*$|^\s|\s$/)).toEqual([])
  expect(found(where('en'), /„|‚/)).toEqual([])
  expect(found(where('de'), /”|“(?=[\p{L}\d])|(?<=[\p{L}\d.!?])„/u)).toEqual([])
})

test.each(['en', 'de'] as const)('No text in %s has a word of the other language [LANG-01]', (language) => {
  const other = language === 'en' ? 'de' : 'en'
  const texts = where(language).map((one) => ({ ...one, text: plain(one.text).replaceAll(TECHNICAL, '') }))
  expect(found(texts, ONLY[other])).toEqual([])
})

test('The German texts say du, and never Sie [TEXT-03]', () => {
  expect(found(plainly(where('de')), /\b(Ihre?[mnrs]?|Ihnen)\b|\p{L}+en Sie\b|(?<![.!?:“x]\s|^)\bSie\b/u)).toEqual([])
})

test('Every text names the same numbers in both languages, in the notation of its own [TEXT-04]', async () => {
  const numbers = (text: string) =>
    (plain(text).match(/\d+(?:[.,]\d+)*/g) ?? [])
      .map((one) => one.replace(/[.,]/g, ''))
      .sort()
      .join()
  const pairs = (Object.keys(en) as (keyof typeof en)[]).map((key): [string, string] => [en[key], de[key]])
  for (const page of LEGAL_PAGE_NAMES) {
    const german = textsOfLegalPage(await readLegalPage('de', page))
    for (const [at, text] of textsOfLegalPage(await readLegalPage('en', page)).entries())
      pairs.push([text, german[at] ?? ''])
  }
  const others = pairs.filter(([english, german]) => numbers(english) !== numbers(german))
  expect(others).toEqual([])
  expect(found(where('de'), /\d,\d{3}\b/)).toEqual([])
  expect(found(where('en'), /\d\.\d{3}\b/)).toEqual([])
})

test('No text has a sentence that is longer than can be read in one breath', () => {
  const long = said.filter(({ where: key, text }) =>
    sentencesOf(text).some((one) => wordsOf(one).length > WORD_LIMIT[key.startsWith('page ') ? 'page' : 'phrase']),
  )
  expect(long.map(name)).toEqual([])
})

test('No text shouts, or says please twice', () => {
  expect(
    found(
      said,
      /!|\b(?!PIN|SMS|NFC|FAQ|ESR|AGB|EN|DE|QR|DDG|HRB|MStV|GDPR|DSGVO|TDDDG|WCAG|AA|BFSG|MLBF|VAT|ID|API)[A-Z]{3,}\b/,
    ),
  ).toEqual([])
  expect(found(said, /(please|bitte).*\b(please|bitte)\b/i)).toEqual([])
})

test('No text blames the visitor or uses internal terms [TEXT-06]', () => {
  const blames =
    /\b(invalid|illegal|forbidden|incorrect|your (mistake|fault)|you (failed|entered)|bad (input|request)|fatal|ungültige?[nrs]?|unzulässig\w*|fehlerhaft\w*|verboten\w*|dein Fehler|du hast .* falsch)\b/i
  const workshop =
    /\b(token|endpoint|payload|backend|frontend|server error|timeout|null|undefined|mintid|json|http|KYC|string|Endpunkt|Ausnahmefehler|Zeitüberschreitung)\b/i
  expect(found(said, blames)).toEqual([])
  expect(found(said, workshop)).toEqual([])
})

test('The texts call one thing by one name', () => {
  expect(
    found(
      where('en'),
      /\b(cell ?phone|smartphone|mobile phone|phone number|keyed hash|content blocker|identification vendor|sign(ed)? (in|up|out)|click|password(?! managers))\b/i,
    ),
  ).toEqual([])
  expect(
    found(
      where('de'),
      /\b(Smartphone\w*|Schlüssel-Hash\w*|Identifizierungsdienst\w*|Mobilnummer|Telefonnummer|Mobilfunknummer|[Aa]nmeld\w*|abmelden|[Kk]lick\w*|Passwort(?!manager)\w*|User|Account)\b/,
    ),
  ).toEqual([])
})

const ACTS = {
  en: /\b(please|choose|check|enter|try|go|close|log in|register|start|ask|send|use|wait|write|open|press|top|give|add|make|read|look)\b/i,
  de: /\b(bitte|wähle|prüfe|gib|versuche|versuch|geh|schließe|logge|registriere|starte|beginne|fordere|sende|schick|nimm|warte|schreib|öffne|drücke|lade|trag|sieh|lies|frag|nutze|fang)\b/i,
} as const
const errors = said.filter(({ where: key }) => /^(error|notice)\./.test(key))

test.each(['en', 'de'] as const)('Every error says what happened and what to do, in %s [TEXT-08]', (language) => {
  /** Its words are fixed; a title. */
  const exempt = ['error.required', 'notice.error']
  /** At a field: what is wrong stands in it, so that what to do is enough. */
  const atField = /^error\.(digit_length|required_country_code)$/
  const bad = errors.filter(
    ({ language: own, where: key, text }) =>
      own === language &&
      !exempt.includes(key) &&
      (!ACTS[language].test(text) || (sentencesOf(text).length < 2 && !atField.test(key))),
  )
  expect(bad.map(name)).toEqual([])
})
