import { homeCountry } from '#settings/home-country.ts'
import { type AppLocation, commonSearch } from '#router/location.ts'
import type { Language, ScreenName } from '@avouch/contract'

/** Has all of a request that a rendered page depends on. */
export type RenderKey = {
  screen: ScreenName | null
  language: Language
  /** `none`: the address names no request. `known`: the page contains its provider. */
  asked: 'none' | 'unknown' | 'known'
  payment: string | null
  expired: string | null
  /** Reasons for which the page about a failed request has a separate text. */
  problem: string | null
  /** The visitor's probable country: the initial value of the forms. */
  home: string
}

type Visitor = { language: Language; languages: readonly string[]; isKnown: boolean }

export function renderKeyOf({ name, query }: AppLocation, { language, languages, isKnown }: Visitor): RenderKey {
  const { payment = null, expired = null, problem } = query
  return {
    screen: name ?? null,
    language,
    asked: commonSearch(query).mintid === undefined ? 'none' : isKnown ? 'known' : 'unknown',
    payment,
    expired,
    problem: problem === 'phone' || problem === 'browser' ? problem : null,
    home: homeCountry(languages),
  }
}
