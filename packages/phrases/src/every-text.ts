import { type CompleteLanguage, LEGAL_PAGE_NAMES, type LegalPageName } from '@avouch/contract'
import { de as accountDe } from './account/de.ts'
import { en as accountEn } from './account/en.ts'
import { de as ageAppDe } from './age-app/de.ts'
import { en as ageAppEn } from './age-app/en.ts'
import { de as consentDe } from './consent/de.ts'
import { en as consentEn } from './consent/en.ts'
import { de } from './de.ts'
import { phrases as bothDe } from './de/both.ts'
import { phrases as eidDe } from './de/eid.ts'
import { en } from './en.ts'
import { phrases as bothEn } from './en/both.ts'
import { phrases as eidEn } from './en/eid.ts'
import { serverErrors } from './server-errors.ts'
import { serverTexts } from './server-pages.ts'
import { de as testOutcomeDe } from './test-outcome/de.ts'
import { en as testOutcomeEn } from './test-outcome/en.ts'
import { type Block, CHECK_SLOTS, type LegalPage } from './legal-pages/legal-page.ts'

/** For the tests: every text that a visitor can read, with where it stands. */

const PHRASES = {
  en: {
    ...en,
    ...consentEn,
    ...ageAppEn,
    ...accountEn,
    ...testOutcomeEn,
    ...serverErrors.en,
    needsScript: serverTexts.en.needsScript,
  },
  de: {
    ...de,
    ...consentDe,
    ...ageAppDe,
    ...accountDe,
    ...testOutcomeDe,
    ...serverErrors.de,
    needsScript: serverTexts.de.needsScript,
  },
} as const

/** Phrases that take the place of others, by what the identity check asks for. */
export const OF_KINDS: Record<CompleteLanguage, Record<string, Readonly<Record<string, string>>>> = {
  en: { eid: eidEn, both: bothEn },
  de: { eid: eidDe, both: bothDe },
}

export const slotsOf = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name).sort()
export const marksOf = (text: string): string[] =>
  Array.from(text.matchAll(/<\/?(\w+)>/g), ([, name = '']) => name).sort()

export const readLegalPage = async (language: CompleteLanguage, name: LegalPageName): Promise<LegalPage> =>
  ((await import(`./legal-pages/${language}/${name}.ts`)) as { legalPage: LegalPage }).legalPage

export function textsOfBlock(block: Block): string[] {
  if (typeof block === 'string') return [block]
  if ('list' in block) return [...block.list]
  if ('steps' in block) return [...block.steps]
  if ('sandbox' in block) return [block.sandbox]
  if ('facts' in block) return block.facts.flat()
  return [block.question, ...block.answer.flatMap(textsOfBlock)]
}

export const textsOfLegalPage = ({ title, lede, sections }: LegalPage): string[] => [
  title,
  lede,
  ...sections.flatMap(({ heading, body }) => [heading, ...body.flatMap(textsOfBlock)]),
]

export type Said = { language: CompleteLanguage; where: string; text: string }

/** As it is read: soft hyphens say where a long word may be broken. */
const read = (text: string) => text.replaceAll('\u00AD', '')

async function everyTextIn(language: CompleteLanguage): Promise<Said[]> {
  const phrases = Object.entries(PHRASES[language]).map(([where, text]) => ({ language, where, text: read(text) }))
  const pages = await Promise.all(
    LEGAL_PAGE_NAMES.map(async (name) =>
      textsOfLegalPage(await readLegalPage(language, name)).map((text) => ({ language, where: `page ${name}`, text })),
    ),
  )
  const ofKinds = Object.entries(OF_KINDS[language]).flatMap(([kind, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ language, where: `${key} (${kind})`, text: read(text) })),
  )
  const slots = Object.entries(CHECK_SLOTS[language]).flatMap(([kind, texts]) =>
    Object.values(texts).map((text) => ({ language, where: `page slot (${kind})`, text })),
  )
  return [...phrases, ...ofKinds, ...slots, ...pages.flat()]
}

export const everyText = async (): Promise<Said[]> => [...(await everyTextIn('en')), ...(await everyTextIn('de'))]
