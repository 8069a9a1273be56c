type LanguageRow = {
  /** The language's own name. */
  name: string
  /** The locale in which dates, times and numbers are written. */
  locale: string
  /** false: only `packages/phrases/src/partial/<language>.ts` is in this language; English stands in for the rest. */
  complete: boolean
}

/** Every language of the product. One more is a row here and its phrases; no table of the database knows the list. */
export const LANGUAGE_ROWS = {
  en: { name: 'English', locale: 'en-GB', complete: true },
  de: { name: 'Deutsch', locale: 'de-DE', complete: true },
} as const satisfies Record<string, LanguageRow>

type Rows = typeof LANGUAGE_ROWS
export type Language = keyof Rows
/** Languages that have every text: where one is missing, nothing compiles. */
export type CompleteLanguage = { [Name in Language]: Rows[Name]['complete'] extends true ? Name : never }[Language]

export const LANGUAGES = Object.keys(LANGUAGE_ROWS) as Language[]
export const isComplete = (language: Language): language is CompleteLanguage => LANGUAGE_ROWS[language].complete
export const COMPLETE_LANGUAGES = /* @__PURE__ */ LANGUAGES.filter(isComplete)

/** The parameter by which a website hands the language of its page on. */
export const LANGUAGE_PARAMETER = 'lng'
/** Has the language that was chosen, here or at the website. */
export const LANGUAGE_COOKIE = 'i18next'
export const LANGUAGE_COOKIE_SECONDS = 31_536_000

/** A language of ours by its own tag, as programs write it: "de", "de-AT", "de_DE.UTF-8". */
export const languageOf = (tag: string): Language | undefined => {
  const name = /[a-z]+/i.exec(tag)?.[0].toLowerCase()
  return LANGUAGES.find((language) => language === name)
}

/** LANG-02: English when the browser's language contains "en", or it names none; another of ours by its own tag; else German. */
export const languageOfBrowser = (tag: string): Language =>
  !/[a-z]/i.test(tag) || tag.toLowerCase().includes('en') ? 'en' : (languageOf(tag) ?? 'de')

/** The tags of an `Accept-Language`, the most wanted first, without those that it refuses. */
export const tagsAsked = (header: string): string[] =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', wanted = '1'] = part.split(/;\s*q=/i)
      return { tag: tag.trim(), wanted: Number(wanted) }
    })
    .filter(({ wanted }) => wanted > 0)
    .toSorted((one, other) => other.wanted - one.wanted)
    .map(({ tag }) => tag)

/** Something in every complete language, and in others as far as it is there. */
export type Localized<Value> = Readonly<Record<CompleteLanguage, Value> & Partial<Record<Language, Value>>>

/** Picks the value of a language; the English one if it is missing. */
export const inLanguage = <Value>(texts: Localized<Value>, language: Language): Value => texts[language] ?? texts.en
